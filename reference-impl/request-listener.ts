import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiRequest, Parts } from './parts.ts';

const largestBodyBytes = 2 ** 20;

/** What a server of `node:http` calls for each request. */
export function createRequestListener(parts: Parts): RequestListener {
  const numberOf = connectionNumbers();
  return (incoming, response) => {
    answer(incoming, response, parts, numberOf(incoming.socket)).catch(() => response.destroy());
  };
}

function connectionNumbers(): (socket: Socket) => number {
  const numbers = new WeakMap<Socket, number>();
  let last = 0;
  return (socket) => {
    const number = numbers.get(socket) ?? last + 1;
    last = Math.max(last, number);
    numbers.set(socket, number);
    return number;
  };
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  parts: Parts,
  connection: number,
): Promise<void> {
  const request = await readRequest(incoming, connection);
  const answered = await parts.handle(request, parts);
  response.sendDate = false;
  parts.send(parts.writeMessage(answered, request, parts), request, response);
}

async function readRequest(incoming: IncomingMessage, connection: number): Promise<ApiRequest> {
  const target = (incoming.url ?? '').replace(/^https?:\/\/[^/?]*/i, '');
  const queryAt = target.indexOf('?');
  const rawQuery = queryAt === -1 ? '' : target.slice(queryAt + 1);
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  const bodyChunks = await readChunks(incoming);
  return {
    method: incoming.method ?? '',
    path: path
      .split('/')
      .slice(1)
      .map((segment) => percentDecoded(segment) ?? segment),
    query: new URLSearchParams(rawQuery),
    rawQuery,
    headers: incoming.headers,
    fieldNames: incoming.rawHeaders.filter((_text, index) => index % 2 === 0),
    body: bodyChunks === null ? null : Buffer.concat(bodyChunks),
    bodyChunks: bodyChunks ?? [],
    connection,
  };
}

async function readChunks(incoming: IncomingMessage): Promise<Buffer[] | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size <= largestBodyBytes) {
      chunks.push(chunk);
    }
  }
  return size <= largestBodyBytes ? chunks : null;
}

/** A percent-encoded text as UTF-8, or `null` if it is malformed. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
