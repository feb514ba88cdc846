import { isIP } from 'node:net';
import type { ExchangeFailure, FailureCode } from '../exchange/exchange.ts';
import type { Address } from './transport.ts';

const certificateProblems: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate has been revoked',
  CERT_UNTRUSTED: 'its certificate is not trusted',
  CERT_REJECTED: 'its certificate is not accepted for this purpose',
  CERT_SIGNATURE_FAILURE: "its certificate's signature is wrong",
  CERT_CHAIN_TOO_LONG: "its certificate's chain is too long",
  INVALID_CA: 'its certificate was signed by one that may not sign',
  INVALID_PURPOSE: 'its certificate is not for servers',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate was signed by an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT: 'the issuer of its certificate is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of its certificate is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it does not send the certificates between its own and a trusted one',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
};

const systemProblems: Readonly<Record<string, readonly [FailureCode, string]>> = {
  ENOTFOUND: ['unresolved', 'no address is known for this host name'],
  EAI_AGAIN: ['unresolved', 'the name server did not answer'],
  ECONNREFUSED: ['refused', 'nothing listens there'],
  ETIMEDOUT: ['timeout', 'connecting: no answer from that address'],
  EHOSTUNREACH: ['unreachable', 'no route to the host'],
  ENETUNREACH: ['unreachable', 'no route to the network'],
  EHOSTDOWN: ['unreachable', 'the host is down'],
  ENETDOWN: ['unreachable', 'the network is down'],
  EADDRNOTAVAIL: ['unreachable', 'the address can not be reached from here'],
  EACCES: ['unreachable', 'this machine does not permit the connection'],
  EPERM: ['unreachable', 'this machine does not permit the connection'],
  ECONNRESET: ['reset', 'the connection was reset while it was being made'],
};

/** Says why no connection to `base`, or to an address in place of its own, could be made. */
export function connectFailure(error: Error, base: URL, address: Address | null = null): TransportFailure {
  const code = errorCode(error);
  const place = authorityOf(base, address);
  if (base.protocol === 'https:') {
    const problem = tlsProblem(code, error.message);
    if (problem !== null) {
      return new TransportFailure('tls', `no secure connection to ${place}: ${problem}`);
    }
  }
  const known = systemProblems[code] ?? (code.startsWith('EAI_') ? systemProblems['ENOTFOUND'] : undefined);
  const [failure, text] = known ?? ['other', firstLine(error.message) || code];
  return new TransportFailure(
    failure,
    `no connection to ${place}: ${text}${code === '' ? '' : ` (${code})`}`,
  );
}

function tlsProblem(code: string, message: string): string | null {
  const certificate = certificateProblems[code];
  if (certificate !== undefined) {
    return `${certificate} (${code})`;
  }
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return 'the connection was closed during the TLS handshake';
  }
  if (/WRONG_VERSION_NUMBER|packet length too long/i.test(`${code} ${message}`)) {
    return 'what answers there does not speak TLS: try http:// instead';
  }
  if (/NO_APPLICATION_PROTOCOL/i.test(`${code} ${message}`)) {
    return 'it offers no HTTP/1.1, the only version that this client speaks; does it speak HTTP/2 only?';
  }
  // The text of OpenSSL has addresses in memory and source files.
  const text = code.startsWith('ERR_SSL') ? 'the TLS handshake failed' : firstLine(message);
  return /^(ERR_SSL|ERR_TLS|CERT|CRL|UNABLE_TO|EPROTO|HOSTNAME_MISMATCH)/.test(code)
    ? `${text} (${code})`
    : null;
}

/** Host and port, as `CONNECT` names them, to which connections for `base` go. */
export function authorityOf(base: URL, address: Address | null): string {
  const host = address === null ? base.hostname : isIP(address.ip) === 6 ? `[${address.ip}]` : address.ip;
  return `${host}:${address?.port ?? portOf(base)}`;
}

export function portOf(base: URL): string {
  return base.port === '' ? (base.protocol === 'https:' ? '443' : '80') : base.port;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim() ?? '';
}

/** An `ExchangeFailure` on its way through callbacks that carry errors. */
export class TransportFailure extends Error {
  readonly failure: ExchangeFailure;

  constructor(code: FailureCode, detail: string) {
    super(detail);
    this.name = 'TransportFailure';
    this.failure = { code, detail };
  }
}

/** The `code` of a system, TLS or undici error, or `''`. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
