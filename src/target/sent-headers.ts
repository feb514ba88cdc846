import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { HeaderList } from '../exchange/exchange.ts';

const methodsWithContent = new Set(['PUT', 'POST', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH']);
const receivers = new WeakMap<object, (block: string) => void>();
let subscribed = false;

/** Passes every header block that undici writes on a socket to `receive`, without its `Content-Length`. */
export function watchSentHeaders(socket: Socket, receive: (block: string) => void): void {
  if (!subscribed) {
    subscribed = true;
    subscribe('undici:client:sendHeaders', passOn);
  }
  receivers.set(socket, receive);
}

function passOn(message: unknown): void {
  const { socket, headers } = message as { readonly socket: Socket; readonly headers: string };
  receivers.get(socket)?.(headers);
}

/**
 * The fields of a header block as undici wrote it, and the `Content-Length` or `Transfer-Encoding` that it adds when it
 * writes.
 */
export function sentHeaderList(
  block: string,
  {
    method,
    bodyBytes,
    isChunked,
  }: { readonly method: string; readonly bodyBytes: number; readonly isChunked: boolean },
): HeaderList {
  const fields = block
    .split('\r\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line): readonly [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
  if (isChunked) {
    return [...fields, ['transfer-encoding', 'chunked']];
  }
  return bodyBytes > 0 || methodsWithContent.has(method)
    ? [...fields, ['content-length', String(bodyBytes)]]
    : fields;
}
