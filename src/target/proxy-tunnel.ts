import type { Socket } from 'node:net';

/** Where a tunnel leads, and what the proxy wants to know. */
interface TunnelRequest {
  /** `staging.example.com:443` */
  readonly authority: string;
  readonly authorization: string | null;
}

/** Bytes of the header block that a proxy may answer with. */
const mostBytes = 16 * 1024;
const headEnd = '\r\n\r\n';

/**
 * Asks a proxy for a tunnel over a connection to it. `done` is called once, unless the socket is destroyed before, with
 * what the proxy did instead, or `null`: what the socket brings from then on comes from the other end.
 */
export function askForTunnel(
  socket: Socket,
  { authority, authorization }: TunnelRequest,
  done: (problem: string | null) => void,
): void {
  let received = Buffer.alloc(0);
  const finish = (problem: string | null): void => {
    socket.off('readable', read).off('end', closed).off('error', closed);
    done(problem);
  };
  const closed = (): void => finish('closed the connection without an answer');
  // Read in pieces and never made to flow: what comes after the answer is for whoever reads next.
  const read = (): void => {
    for (let chunk: unknown = socket.read(); chunk instanceof Buffer; chunk = socket.read()) {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf(headEnd);
      if (end !== -1) {
        const rest = received.subarray(end + headEnd.length);
        if (rest.length > 0) {
          socket.unshift(rest);
        }
        finish(problemOf(received.toString('latin1', 0, end), authority));
        return;
      }
      if (received.length > mostBytes) {
        finish('does not speak HTTP, or answers without an end');
        return;
      }
    }
  };
  // Not at `close`: a socket that is destroyed here brings neither an end nor an error before it.
  socket.on('readable', read).on('end', closed).on('error', closed);
  const credentials = authorization === null ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials}\r\n`);
}

/** What a proxy with this head of an answer did instead of opening a tunnel, or `null` where it opened one. */
function problemOf(head: string, authority: string): string | null {
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?!\d)/.exec(head)?.[1] ?? 0);
  if (status >= 200 && status < 300) {
    return null;
  }
  if (status === 407) {
    return 'asks for a user name and a password (407), or refuses those that it was given';
  }
  return status === 0
    ? 'does not speak HTTP'
    : `opens no tunnel to ${authority}: its answer is ${status}, and none of the service's`;
}
