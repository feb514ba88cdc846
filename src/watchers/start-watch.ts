import { type Exchange, isOutage } from '../exchange/exchange.ts';
import { BodySchemaWatcher } from './body-schema.ts';
import { DocumentedStatusWatcher } from './documented-status.ts';
import { ErrorBodyWatcher } from './error-body.ts';
import { ErrorCodeWatcher } from './error-code.ts';
import { InternalsWatcher } from './internals.ts';
import { MediaTypeWatcher } from './media-type.ts';
import { RateHeadersWatcher, RatePlanWatcher } from './rate-headers.ts';
import { RateResetWatcher } from './rate-reset.ts';
import { RemainingCountWatcher } from './remaining-count.ts';
import { ServerErrorWatcher } from './server-error.ts';
import {
  Notes,
  type Watch,
  type WatchContext,
  type Watcher,
  type WatchObservation,
  type WatchResult,
} from './watch.ts';
import { describeExchange } from './watched-exchange.ts';

/** The ids of the requirements that are judged on every exchange of a run, in the catalogue's order. */
export const watchedRequirements: readonly string[] = [
  'responses/documented-status',
  'responses/schema',
  'responses/media-type',
  'errors/body-shape',
  'errors/status-matches',
  'errors/not-empty',
  'errors/code-stable',
  'errors/no-server-error',
  'errors/no-internals',
  'errors/codes',
  'rate/headers-present',
  'rate/headers-well-formed',
  'rate/reset-is-timestamp',
  'rate/limit-matches-plan',
  'rate/remaining-counts-down',
];

/**
 * Starts watching a run, or traffic that was recorded elsewhere.
 *
 * @param except requirements with another watch, e.g. one that must see every response while this watch sees only some
 * @param countsLosses whether it sees every request and its repetitions, so that lost responses can be counted
 */
export function startWatch(
  context: WatchContext,
  except: readonly string[] = [],
  countsLosses = true,
): Watch {
  const watchers: readonly Watcher[] = [
    new DocumentedStatusWatcher(),
    new BodySchemaWatcher(),
    new MediaTypeWatcher(),
    new ErrorBodyWatcher(),
    new ErrorCodeWatcher(),
    new ServerErrorWatcher(countsLosses),
    new InternalsWatcher(),
    new RateHeadersWatcher(),
    new RateResetWatcher(context),
    new RatePlanWatcher(context),
    new RemainingCountWatcher(context),
  ];
  return new AllWatchers(
    watchers.filter(({ requirements }) => !requirements.every((id) => except.includes(id))),
  );
}

class AllWatchers implements Watch {
  readonly #watchers: readonly Watcher[];
  readonly #watchersOfOthers: readonly Watcher[];

  constructor(watchers: readonly Watcher[]) {
    this.#watchers = watchers;
    this.#watchersOfOthers = watchers.filter(({ onlyErrors = false }) => !onlyErrors);
  }

  see(exchange: Exchange): WatchResult {
    const notes = new Notes(exchange.number);
    if (isOutage(exchange)) {
      return notes;
    }
    const seen = describeExchange(exchange);
    const isError = seen.response !== null && seen.response.status >= 400;
    for (const watcher of isError ? this.#watchers : this.#watchersOfOthers) {
      watcher.see(seen, notes);
    }
    return notes;
  }

  undecided(requirement: string): readonly string[] {
    return this.#watchers.flatMap(({ requirements, undecided = [] }) =>
      requirements.includes(requirement) ? undecided : [],
    );
  }

  observations(): readonly WatchObservation[] {
    return this.#watchers.flatMap((watcher) => watcher.observations?.() ?? []);
  }
}
