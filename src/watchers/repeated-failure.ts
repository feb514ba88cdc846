import type { Exchange } from '../exchange/exchange.ts';

/**
 * Remembers exchanges that failed, until the same request fails again: once can be chance. The second one has to be
 * sent after the first had failed.
 */
export class RepeatedFailures {
  readonly #before = new Map<string, Exchange>();

  /** The exchange in which this request failed before, or `null`. */
  failed(exchange: Exchange): Exchange | null {
    const key = identity(exchange);
    const before = this.#before.get(key);
    if (before === undefined) {
      this.#before.set(key, exchange);
      return null;
    }
    return exchange.sentAtMs < before.finishedAtMs ? null : before;
  }

  /** The request did not fail: what was before is forgiven. */
  succeeded(exchange: Exchange): void {
    if (this.#before.size > 0) {
      this.#before.delete(identity(exchange));
    }
  }
}

function identity({ request }: Exchange): string {
  const fields = request.headers.filter(([name]) => name.toLowerCase() !== 'traceparent').flat();
  return JSON.stringify([request.method, request.target, request.body, request.credential, fields]);
}
