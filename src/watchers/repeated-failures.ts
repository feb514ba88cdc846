import type { Exchange } from '../exchange/exchange.ts';

/**
 * Keeps failed exchanges until the same request fails again, because one failure can be chance. The second one must be
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

  /** The request did not fail, so its earlier failure does not count. Returns whether there was one. */
  succeeded(exchange: Exchange): boolean {
    return this.#before.size > 0 && this.#before.delete(identity(exchange));
  }
}

/** A text that is the same for identical requests. */
export function identity({ request }: Exchange): string {
  const fields = request.headers.filter(([name]) => name.toLowerCase() !== 'traceparent').flat();
  return JSON.stringify([request.method, request.target, request.body, request.credential, fields]);
}
