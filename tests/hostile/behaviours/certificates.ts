import {
  certificateOfAnotherHost,
  certificateOfLocalhost,
  expiredCertificate,
} from '../../target/certificates.ts';
import { faithful } from '../answers.ts';
import type { Behaviour } from '../behaviour.ts';

/** Servers over TLS. */
export const certificates: readonly Behaviour[] = [
  {
    does: 'Its certificate is signed by itself.',
    status: 3,
    says: /no secure connection to localhost:\d+: its certificate is self-signed/,
    tls: { certificate: certificateOfLocalhost, trusted: false },
    reply: faithful,
  },
  {
    does: 'Its certificate has expired.',
    status: 3,
    says: /no secure connection to localhost:\d+: its certificate has expired/,
    tls: { certificate: expiredCertificate, trusted: true },
    reply: faithful,
  },
  {
    does: 'Its certificate is for another host name.',
    status: 3,
    says: /no secure connection to localhost:\d+: its certificate is for another host name/,
    tls: { certificate: certificateOfAnotherHost, trusted: true },
    reply: faithful,
  },
  {
    does: 'It answers the TLS handshake in plain HTTP.',
    status: 3,
    says: /no secure connection to 127\.0\.0\.1:\d+/,
    address: (baseUrl) => baseUrl.replace('http:', 'https:'),
    greet: (socket) => {
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
    },
  },
  {
    does: 'It accepts the connection, and never takes part in the TLS handshake.',
    status: 3,
    says: /connecting: not done within 2000 ms/,
    options: ['--timeout', '2s', '--effort', 'smoke'],
    address: (baseUrl) => baseUrl.replace('http:', 'https:'),
  },
  {
    does: 'It resets the connection after the TLS handshake.',
    status: 3,
    says: /reset|closed without a response/,
    tls: { certificate: certificateOfLocalhost, trusted: true },
    reply: (socket) => {
      socket.destroy();
    },
  },
  {
    does: 'Nothing is wrong: its certificate is trusted. This shows that the others are refused for what they are.',
    status: 0,
    says: /Conformant/,
    tls: { certificate: certificateOfLocalhost, trusted: true },
    reply: faithful,
  },
];
