import type { Socket } from 'node:net';
import type { RawRequest } from '../target/raw-server.ts';
import type { Reply, WholeAnswer } from './behaviour.ts';

/** Answers as the reference implementation, but for what `change` makes of the answer. */
export function spoiled(change: (answer: WholeAnswer, request: RawRequest) => WholeAnswer | Buffer): Reply {
  return async (socket, request, { ask }) => {
    const changed = change(await ask(request), request);
    socket.write(Buffer.isBuffer(changed) ? changed : answerBytes(changed, request));
  };
}

/** Behaves so with every `nth` request, and as the reference implementation with all others. */
export function everyNth(nth: number, reply: Reply): Reply {
  return (socket, request, around) =>
    request.number % nth === 0 ? reply(socket, request, around) : faithful(socket, request, around);
}

/** Behaves so from a request on, counted from 1. */
export function from(first: number, reply: Reply): Reply {
  return (socket, request, around) =>
    request.number >= first ? reply(socket, request, around) : faithful(socket, request, around);
}

/** Answers as the reference implementation does. */
export const faithful: Reply = spoiled((answer) => answer);

/** Answers as the reference implementation, but has `finish` end every body after its first half. */
export function brokenOff(
  framing: 'length' | 'chunks',
  finish: (socket: Socket, request: RawRequest) => void,
): Reply {
  return async (socket, request, { ask }) => {
    const { status, headers, body } = await ask(request);
    const half = body.subarray(0, Math.ceil(body.length / 2));
    const head = headBytes(status, [
      ...headers,
      framing === 'length' ? ['Content-Length', String(body.length + 1)] : ['Transfer-Encoding', 'chunked'],
    ]);
    const chunk = Buffer.concat([Buffer.from(`${half.length.toString(16)}\r\n`), half, Buffer.from('\r\n')]);
    socket.write(Buffer.concat([head, framing === 'length' ? half : chunk]), () => finish(socket, request));
  };
}

/** Changes the body alone. */
export function withBody(change: (text: string, request: RawRequest) => string | Buffer): Reply {
  return spoiled((answer, request) =>
    answer.body.length === 0
      ? answer
      : { ...answer, body: Buffer.from(change(answer.body.toString('utf8'), request)) },
  );
}

/** Adds header fields. */
export function withHeaders(...headers: WholeAnswer['headers']): Reply {
  return spoiled((answer) => ({ ...answer, headers: [...answer.headers, ...headers] }));
}

/** An answer as bytes, with its right length. */
export function answerBytes(answer: WholeAnswer, request: RawRequest): Buffer {
  const body = request.lines[0]?.startsWith('HEAD ') ? Buffer.alloc(0) : answer.body;
  return Buffer.concat([
    headBytes(answer.status, [...answer.headers, ['Content-Length', String(answer.body.length)]]),
    body,
  ]);
}

/** A header section as bytes; values are Latin-1 text. */
export function headBytes(status: number, headers: WholeAnswer['headers'], reason = 'Reason'): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`, 'latin1');
}

/** The bearer token of a request as it came, or `null` where it has none. */
export function credentialOf({ lines }: RawRequest): string | null {
  const line = lines.find((candidate) => /^authorization: *bearer /i.test(candidate));
  return line === undefined ? null : line.replace(/^[^:]*: *bearer +/i, '');
}
