import type { ExchangeFailure, FailureCode } from '../exchange/exchange.ts';

/** An `ExchangeFailure` on its way through callbacks that carry errors. */
export class TransportFailure extends Error {
  readonly failure: ExchangeFailure;

  constructor(code: FailureCode, detail: string) {
    super(detail);
    this.name = 'TransportFailure';
    this.failure = { code, detail };
  }
}

/** The `code` of a system, TLS or undici error, `''` where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
