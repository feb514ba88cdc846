import type { ExchangeFailure } from '../exchange/exchange.ts';
import type { LoadRequest } from './load-request.ts';

/** What came of one request of a load, as an engine hands it over. Times are in ms of the run's clock. */
export interface LoadAnswer {
  readonly request: LoadRequest;
  /** Its number in the run: 1, 2, … as the requests were started. */
  readonly number: number;
  /** The connection's number, 0 where none was made. */
  readonly connection: number;
  /** When it was to be started; a closed loop starts when it can. */
  readonly intendedAtMs: number;
  readonly sentAtMs: number;
  /** `null` where no headers came. */
  readonly headersAtMs: number | null;
  readonly finishedAtMs: number;
  /** 0 where no answer came. */
  readonly status: number;
  /** Names and values in turn, as they came. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  readonly failure: ExchangeFailure | null;
  /** Whether other requests had been sent on the connection before. */
  readonly reused: boolean;
  /** The header block that was sent, as undici writes it: its first line, then a line a field. */
  readonly headerBlock: string;
  readonly traceparent: string;
}
