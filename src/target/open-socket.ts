import { connect as connectPlain, isIP, type Socket } from 'node:net';
import {
  type ConnectionOptions,
  checkServerIdentity,
  connect as connectSecurely,
  rootCertificates,
} from 'node:tls';
import { authorityOf, connectFailure, portOf, TransportFailure } from './connect-failure.ts';
import { type Address, directTransport, type Transport, type TunnelProxy } from './transport.ts';

type Done = (failure: TransportFailure | null, socket: Socket) => void;

/**
 * Opens a connection to the host of `base`, over TLS with verified certificates for https; HTTP/1.1 alone is
 * offered. `done` is called once with the socket to use, unless the returned one is destroyed before: with a proxy the
 * two may differ, and the end of either ends the other.
 */
export function openSocket(base: URL, transport: Transport, done: Done): Socket {
  return transport.proxy === null
    ? openStraight(base, transport, done)
    : openThrough(transport.proxy, base, transport, done);
}

function openStraight(base: URL, transport: Transport, done: Done): Socket {
  const where = {
    host: transport.address?.ip ?? hostOf(base),
    port: transport.address?.port ?? Number(portOf(base)),
  };
  const secure = base.protocol === 'https:';
  const socket = secure ? connectSecurely({ ...where, ...securityOf(base, transport) }) : connectPlain(where);
  return settled(socket, base, transport.address, done);
}

/** Plain HTTP goes through a tunnel too: what a proxy makes of a request itself is no answer of the service. */
function openThrough(proxy: TunnelProxy, base: URL, transport: Transport, done: Done): Socket {
  const proxyUrl = new URL(proxy.url);
  const place = `${proxyUrl.hostname}:${portOf(proxyUrl)}`;
  const failed = (detail: string, socket: Socket): void =>
    done(new TransportFailure('proxy', detail), socket);
  const { certificateAuthorities } = transport;
  const request = { authority: authorityOf(base, transport.address), authorization: proxy.authorization };
  return openStraight(proxyUrl, { ...directTransport, certificateAuthorities }, (failure, socket) => {
    if (failure !== null) {
      failed(`the proxy can't be reached: ${failure.failure.detail}`, socket);
      return;
    }
    askForTunnel(socket, request, (problem) => {
      if (problem !== null) {
        socket.destroy();
        failed(`the proxy ${place} ${problem}`, socket);
      } else if (base.protocol === 'https:') {
        const secured = connectSecurely({ socket, host: hostOf(base), ...securityOf(base, transport) });
        settled(secured, base, transport.address, done);
      } else {
        done(null, socket);
      }
    });
  });
}

function settled(socket: Socket, base: URL, address: Address | null, done: Done): Socket {
  const event = base.protocol === 'https:' ? 'secureConnect' : 'connect';
  // A destroyed socket may still emit errors, and an unhandled one would end the program.
  socket.setNoDelay(true).on('error', () => {});
  const failed = (error: Error) => {
    socket.off(event, connected);
    done(connectFailure(error, base, address), socket);
  };
  const connected = () => {
    socket.off('error', failed);
    done(null, socket);
  };
  return socket.once('error', failed).once(event, connected);
}

function securityOf(base: URL, { certificateAuthorities, clientCertificate }: Transport): ConnectionOptions {
  const host = hostOf(base);
  return {
    ALPNProtocols: ['http/1.1'],
    ...(certificateAuthorities.length === 0 ? {} : { ca: [...rootCertificates, ...certificateAuthorities] }),
    ...(clientCertificate === null
      ? {}
      : { cert: clientCertificate.certificate, key: clientCertificate.privateKey }),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    // By default, the address would be verified where the host is one.
    checkServerIdentity: (_address, certificate) => checkServerIdentity(host, certificate),
  };
}

function hostOf(base: URL): string {
  return base.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** The maximum size of the header block in a proxy's response. */
const mostBytes = 16 * 1024;
const headEnd = '\r\n\r\n';

/**
 * Requests a tunnel over a connection to a proxy. Calls `done` once, unless the socket is destroyed first, with the
 * failure or `null`; from then on the socket is connected to the destination.
 */
function askForTunnel(
  socket: Socket,
  { authority, authorization }: { authority: string; authorization: string | null },
  done: (problem: string | null) => void,
): void {
  let received = Buffer.alloc(0);
  const finish = (problem: string | null): void => {
    socket.off('readable', read).off('end', closed).off('error', closed);
    done(problem);
  };
  const closed = (): void => finish('closed the connection without a response');
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
        finish('does not speak HTTP, or sends an endless response');
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
    return 'requires a user name and a password (407), or rejects the ones that it received';
  }
  return status === 0
    ? 'does not speak HTTP'
    : `opens no tunnel to ${authority}: it returned ${status} instead of the service`;
}
