import type { Server, Socket } from 'node:net';
import { createServer } from 'node:tls';
import { privateKey } from './certificates.ts';

/** Makes servers that speak TLS and show this certificate, to be handed to whatever starts one. */
export function secured(certificate: string): (onConnection: (socket: Socket) => void) => Server {
  return (onConnection) =>
    createServer({ key: privateKey, cert: certificate }, onConnection).on('tlsClientError', () => {});
}
