import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecurely, rootCertificates } from 'node:tls';
import { connectFailure, portOf } from './connect-failure.ts';
import type { TransportFailure } from './transport-failure.ts';

/**
 * Opens a connection to the host of `base`, over TLS with verified certificates for https; HTTP/1.1 alone is
 * offered. `trustedCertificates` (PEM) are trusted besides those that Node.js trusts. `done` is called once, unless the returned socket is destroyed before.
 */
export function openSocket(
  base: URL,
  trustedCertificates: readonly string[],
  done: (failure: TransportFailure | null, socket: Socket) => void,
): Socket {
  const host = base.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(portOf(base));
  const secure = base.protocol === 'https:';
  const socket = secure
    ? connectSecurely({
        host,
        port,
        ALPNProtocols: ['http/1.1'],
        ...(trustedCertificates.length === 0 ? {} : { ca: [...rootCertificates, ...trustedCertificates] }),
        ...(isIP(host) === 0 ? { servername: host } : {}),
      })
    : connectPlain({ host, port });
  // A destroyed socket may still tell of errors, and an unheard one would end the program.
  socket.setNoDelay(true).on('error', () => {});
  const failed = (error: Error) => {
    socket.off(secure ? 'secureConnect' : 'connect', connected);
    done(connectFailure(error, base), socket);
  };
  const connected = () => {
    socket.off('error', failed);
    done(null, socket);
  };
  socket.once('error', failed).once(secure ? 'secureConnect' : 'connect', connected);
  return socket;
}
