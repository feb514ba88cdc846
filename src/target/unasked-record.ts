import type { Exchange, UnaskedBytes } from '../exchange/exchange.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { excerptBytes } from './answer-failure.ts';
import { shortDetail } from './exchange-record.ts';
import type { UnaskedOnConnection } from './http-connection.ts';

/** What connections have brought although nobody asked for it. */
export class UnaskedRecord {
  readonly #redactor: Redactor;
  readonly #lastExchange = new Map<number, number>();
  readonly #connections = new Set<number>();
  readonly #untold: UnaskedOnConnection[] = [];

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  readonly note = (unasked: UnaskedOnConnection): void => {
    this.#connections.add(unasked.connection);
    this.#untold.push(unasked);
  };

  see({ connection, number }: Exchange): void {
    this.#lastExchange.set(connection, number);
  }

  /** Whether any connection did so. */
  get isAny(): boolean {
    return this.#connections.size > 0;
  }

  has(connection: number): boolean {
    return this.#connections.has(connection);
  }

  /** What was noted since this was last called, for the record of the next exchange. */
  tell(): Pick<Exchange, 'unasked'> {
    const unasked = this.#untold.splice(0).map(
      ({ connection, idleMs, bytes }): UnaskedBytes => ({
        connection,
        after: this.#lastExchange.get(connection) ?? null,
        idleMs: Math.round(idleMs),
        beginning: shortDetail(bytes.toString('latin1', 0, excerptBytes), this.#redactor),
      }),
    );
    return unasked.length === 0 ? {} : { unasked };
  }
}
