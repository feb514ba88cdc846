import type { Socket } from 'node:net';

/** The destination of a tunnel, and the credentials for the proxy. */
interface TunnelRequest {
  /** `staging.example.com:443` */
  readonly authority: string;
  readonly authorization: string | null;
}

/** Bytes of the header block that a proxy may answer with. */
const mostBytes = 16 * 1024;
const headEnd = '\r\n\r\n';

/**
 * Requests a tunnel over a connection to a proxy. Calls `done` once, unless the socket is destroyed first, with the
 * failure or `null`; from then on the socket is connected to the destination.
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
  // Read without flowing mode, because bytes after the response belong to the next reader.
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
  // Not at `close`: a socket that is destroyed here emits neither `end` nor `error` before it.
  socket.on('readable', read).on('end', closed).on('error', closed);
  const credentials = authorization === null ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials}\r\n`);
}

/** The failure of a proxy with this response head, or `null` if it opened the tunnel. */
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
