import type { Notes } from './notes.ts';
import { isForNoCaller, owesRateHeaders } from './rate-headers.ts';
import type { WatchContext, Watcher } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const id = 'rate/limit-matches-plan';

/** rate/limit-matches-plan: `Limit` is the limit of the key's plan, per minute or per day. */
export class RatePlanWatcher implements Watcher {
  readonly requirements = [id];
  readonly #plan: WatchContext['planLimit'];
  #reached = false;

  constructor({ planLimit }: WatchContext) {
    this.#plan = planLimit;
  }

  see(watched: WatchedExchange, notes: Notes): void {
    const limit = watched.rate.limitFigure;
    if (this.#plan === null || limit === null || limit === 0 || !owesRateHeaders(watched)) {
      return;
    }
    if (watched.exchange.request.credential !== 'api-key' || isForNoCaller(watched)) {
      return;
    }
    this.#reached = true;
    const { perMinute, perDay } = this.#plan;
    notes.judge(
      id,
      limit === perMinute || limit === perDay
        ? null
        : {
            kind: 'other-limit',
            message: "X-RateLimit-Limit is not a limit of the key's plan",
            expected: `${perMinute} (per minute) or ${perDay} (per day)`,
            actual: `X-RateLimit-Limit: ${limit}`,
          },
    );
  }

  unreached(): readonly string[] {
    if (this.#plan === null) {
      return ["the limits of the key's plan (`--plan`; for enterprise `--plan-limit enterprise=MINUTE/DAY`)"];
    }
    return this.#reached ? [] : ['X-RateLimit-Limit on a response to the key'];
  }
}
