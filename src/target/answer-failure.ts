import type { ExchangeFailure } from '../exchange/exchange.ts';
import { errorCode, TransportFailure } from './connect-failure.ts';

/** The progress of an exchange when an error ended it. */
export interface Progress {
  /** Whether the request had been handed to a connection. */
  readonly sent: boolean;
  /** Bytes received since then. */
  readonly receivedBytes: number;
  readonly headersComplete: boolean;
  /** The first bytes of the response, if any. */
  readonly beginning: Buffer | null;
}

/** The failure of an exchange by an error of undici or of the socket. */
export function answerFailure(error: Error, progress: Progress): ExchangeFailure {
  if (error instanceof TransportFailure) {
    return error.failure;
  }
  const code = errorCode(error);
  if (!progress.sent) {
    const isOfConnection = /^(?:E[A-Z]+|UND_ERR_SOCKET)$/.test(code);
    const what = isOfConnection
      ? 'the connection broke before this request was sent'
      : 'this request can not be sent';
    return { code: 'other', detail: `${what}: ${error.message}` };
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    const part = progress.headersComplete ? 'trailer' : 'header';
    return {
      code: 'headers-too-large',
      detail: `the answer's ${part} section is larger than this client reads`,
    };
  }
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) {
    return { code: 'tls', detail: `the TLS connection broke (${code})` };
  }
  return progress.headersComplete ? bodyFailure(error, code) : headFailure(error, code, progress);
}

function bodyFailure(error: Error, code: string): ExchangeFailure {
  if (isParserError(error) && !/EOF/i.test(`${code} ${error.message}`)) {
    return { code: 'not-http', detail: `the body's framing is broken: ${reason(error)}` };
  }
  const cause = /^(UND_|HPE_|$)/.test(code) ? '' : ` (${code})`;
  return { code: 'truncated', detail: `the connection was closed in the middle of the body${cause}` };
}

function headFailure(error: Error, code: string, progress: Progress): ExchangeFailure {
  if (code === 'ETIMEDOUT') {
    return { code: 'timeout', detail: 'waiting for headers: the connection timed out (ETIMEDOUT)' };
  }
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return { code: 'unreachable', detail: `the route to the host was lost (${code})` };
  }
  if (isParserError(error) || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    if (progress.beginning !== null && isHttp2Settings(progress.beginning)) {
      return {
        code: 'not-http',
        detail: 'the answer is HTTP/2 without TLS; this client speaks HTTP/1.1 only',
      };
    }
    const start = progress.beginning === null ? '' : `, it begins ${excerpt(progress.beginning)}`;
    return { code: 'not-http', detail: `the answer is not HTTP/1.1: ${reason(error)}${start}` };
  }
  if (code === 'ERR_ASSERTION') {
    return { code: 'not-http', detail: 'the answer is not HTTP/1.1: its status is below 100' };
  }
  if (error.message === 'bad upgrade') {
    return {
      code: 'not-http',
      detail: 'the server switched to another protocol (101), which the request did not ask for',
    };
  }
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED') {
    return {
      code: 'reset',
      detail: `the connection was reset before the response headers (${code})`,
    };
  }
  if (code === 'UND_ERR_SOCKET') {
    return progress.receivedBytes === 0
      ? { code: 'reset', detail: 'the connection was closed without a response' }
      : { code: 'truncated', detail: "the connection was closed in the middle of the response's headers" };
  }
  return { code: 'other', detail: `${error.message}${code === '' ? '' : ` (${code})`}` };
}

/** Whether bytes begin with a SETTINGS frame of the connection, like every HTTP/2 response (RFC 9113 section 3.4). */
function isHttp2Settings(bytes: Buffer): boolean {
  return bytes.length >= 9 && bytes[3] === 4 && bytes.readUInt32BE(5) === 0;
}

/** undici sets a code only for known parser errors. */
function isParserError(error: Error): boolean {
  return error.name === 'HTTPParserError';
}

function reason(error: Error): string {
  return /\((.+)\)$/.exec(error.message)?.[1] ?? error.message;
}

/** The bytes to redact: a secret that begins in the shown part ends within them. */
export const excerptBytes = 2048;

function excerpt(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1', 0, excerptBytes));
}
