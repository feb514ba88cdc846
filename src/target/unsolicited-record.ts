import type { Exchange, UnsolicitedBytes } from '../exchange/exchange.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { excerptBytes } from './answer-failure.ts';
import { shortDetail } from './exchange-record.ts';
import type { UnsolicitedOnConnection } from './http-connection.ts';

/** Bytes that connections delivered while no response was due. */
export class UnsolicitedRecord {
  readonly #redactor: Redactor;
  readonly #lastExchange = new Map<number, number>();
  readonly #connections = new Set<number>();
  readonly #unreported: UnsolicitedOnConnection[] = [];

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  readonly note = (unsolicited: UnsolicitedOnConnection): void => {
    this.#connections.add(unsolicited.connection);
    this.#unreported.push(unsolicited);
  };

  see({ connection, number }: Exchange): void {
    this.#lastExchange.set(connection, number);
  }

  /** Whether any connection delivered such bytes. */
  get isAny(): boolean {
    return this.#connections.size > 0;
  }

  has(connection: number): boolean {
    return this.#connections.has(connection);
  }

  /** The bytes noted since the last call, for the record of the next exchange. */
  take(): Pick<Exchange, 'unsolicited'> {
    const unsolicited = this.#unreported.splice(0).map(
      ({ connection, idleMs, bytes }): UnsolicitedBytes => ({
        connection,
        after: this.#lastExchange.get(connection) ?? null,
        idleMs: Math.round(idleMs),
        beginning: shortDetail(bytes.toString('latin1', 0, excerptBytes), this.#redactor),
      }),
    );
    return unsolicited.length === 0 ? {} : { unsolicited };
  }
}
