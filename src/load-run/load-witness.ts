import { requirements } from '../../suites/requirements.ts';
import { AnimalWatch } from '../animals/animal-watch.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { headerValue, pairs } from '../exchange/headers.ts';
import type { LoadAnswer } from '../load/load-engine.ts';
import { RefusalJudge } from '../load/refusal-judge.ts';
import { SeriesWatch, seriesRequirement } from '../load/series-watch.ts';
import { shardOf } from '../load/shards/shard-plan.ts';
import { refusalFieldRequirements } from '../quota/refusal-fields.ts';
import { RefusalFieldsWatch } from '../run/run-watches.ts';
import { animalCreated } from '../suite/answer.ts';
import type { LoadOptions } from '../suite/run-options.ts';
import type { Finding } from '../verdict/finding.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { startWatch, watchedRequirements } from '../watchers/start-watch.ts';
import type { Watch, WatchContext } from '../watchers/watch.ts';

/** The maximum number of exchanges in the history of a load, to bound memory. */
const longestHistory = 5_000;

/** Shows exchanges to the watches of a load, and records them. */
export class LoadWitness {
  readonly series: SeriesWatch;
  /** Judges single responses: the watches of a run, and the history of its animals as long as it is bounded. */
  readonly watch: Watch;
  /** The watched requirements with evidence from some response. */
  readonly touched = new Set<string>();
  /** Animals that were created before the load itself. */
  created = 0;
  /** Connections that were opened so far. */
  connections = 0;
  #remembered = 0;
  readonly #held: Finding[] = [];
  readonly #history: AnimalWatch;
  readonly #record: (event: RunEvent) => void;

  constructor(context: WatchContext, tag: string, record: (event: RunEvent) => void) {
    this.series = new SeriesWatch(context);
    this.watch = startWatch(context, { remaining: false, losses: false });
    this.#history = new AnimalWatch(tag);
    this.#record = record;
  }

  /** All watches as the load needs them. */
  get watches(): readonly Watch[] {
    const history: Watch = {
      see: (exchange) => {
        this.#remembered += 1;
        return this.#remembered > longestHistory
          ? { findings: [], touched: [] }
          : {
              findings: this.#history
                .see(exchange)
                .findings.filter(({ requirement }) => loadSelection.includes(requirement)),
              touched: [],
            };
      },
      observations: () => [],
    };
    return [this.watch, new RefusalFieldsWatch(), history];
  }

  /** Judges and records an exchange of the preparation. */
  witness(exchange: Exchange): void {
    this.connections = Math.max(this.connections, exchange.connection);
    const results = this.watches.map((watch) => watch.see(exchange));
    const series = this.series.seeExchange(exchange);
    const touched = results.flatMap((result) => result.touched);
    this.note({
      type: 'exchange',
      exchange,
      touched: series.judged ? [...touched, seriesRequirement] : touched,
    });
    this.#noteCreated(exchange);
    this.#held.push(...results.flatMap(({ findings }) => findings), ...series.findings);
  }

  /**
   * Records the findings of the preparation, only if a load is possible, because a rejected key is not a fault of the
   * service.
   */
  release(): void {
    for (const finding of this.#held.splice(0)) {
      this.note({ type: 'finding', finding });
    }
  }

  note(event: RunEvent): void {
    if (event.type === 'exchange') {
      for (const requirement of event.touched) {
        this.touched.add(requirement);
      }
    }
    this.#record(event);
  }

  #noteCreated(exchange: Exchange): void {
    const created = animalCreated(exchange);
    if (created !== null) {
      this.created += 1;
      this.note(created);
    }
  }
}

/**
 * Judges the 429s of a load. If no other client uses the key (`--quota-key`), one that no permitted limiter explains is
 * a finding; otherwise they are only counted.
 */
export class RefusalWatch {
  readonly #judge: RefusalJudge | null;
  readonly #limit: string;
  readonly #options: LoadOptions;
  #refused = 0;
  #flagged = 0;

  /** @param fullAtStart whether the service announced a full quota when the load was prepared */
  constructor(options: LoadOptions, fullAtStart: boolean) {
    const { plan, planLimits, minuteMs, ownKey } = options;
    const limit = plan === null ? undefined : planLimits[plan];
    this.#options = options;
    this.#limit = String(limit?.perMinute ?? '');
    this.#judge =
      // A shard does not see the requests of the others.
      limit === undefined || !ownKey || shardOf(options).of > 1
        ? null
        : new RefusalJudge({ perMinute: limit.perMinute, minuteMs }, fullAtStart);
  }

  /** Counts requests with the key from before the load. */
  countEarlier(exchanges: readonly Exchange[]): void {
    for (const { sentAtMs, finishedAtMs } of exchanges) {
      this.#judge?.sent(sentAtMs);
      this.#judge?.answered(finishedAtMs);
    }
  }

  sent(atMs: number): void {
    this.#judge?.sent(atMs);
  }

  answered({ finishedAtMs, status }: LoadAnswer): void {
    this.#judge?.answered(finishedAtMs);
    this.#refused += status === 429 ? 1 : 0;
  }

  /**
   * The finding of a 429 within the allowance, or `null`. Call it before `answered`. Only the first 429 of a load is
   * judged, because later ones may be a penalty or a ban. It must concern the limit per minute, because earlier use of
   * the daily limit is unknown.
   */
  judge(answer: LoadAnswer): Finding | null {
    const { sentAtMs, finishedAtMs, headers } = answer;
    const limit = headerValue(pairs(headers), 'X-RateLimit-Limit')?.trim();
    if (this.#judge === null || this.#refused > 0 || limit !== this.#limit) {
      return null;
    }
    if (!this.#judge.isUnexplained(sentAtMs, finishedAtMs)) {
      return null;
    }
    this.#flagged += 1;
    return {
      requirement: 'quota/fully-granted',
      kind: 'refused-under-load',
      message: 'A request within the limit of the plan was refused with 429 under load',
      expected: `a served request: fewer than ${this.#limit} were sent in the minute before, and in those before that`,
      actual: '429',
      exchange: answer.number,
      related: [],
    };
  }

  get notes(): readonly string[] {
    if (this.#refused === 0 || this.#flagged > 0) {
      return [];
    }
    const why = this.#options.beyondLimit
      ? 'the load was allowed to exceed the limit of the key'
      : this.#judge === null
        ? whyNotJudged(this.#options)
        : 'a permitted limiter may refuse these';
    return [`429 responses: ${why}.`];
  }
}

/** Requirements that every relevant response of a load decides. */
const judgedRequirements: readonly string[] = [...watchedRequirements, ...refusalFieldRequirements];

/** Requirements that a load can violate but not verify, because it covers them only by chance. */
const failOnly: readonly string[] = [
  'auth/valid-key-accepted',
  'create/assigns-id',
  'create/echoes-fields',
  'create/text-exact',
  'create/unique-ids',
  'get/id-matches',
  'get/returns-created',
  'get/stable',
  'list/limit-bounds-count',
  'list/limit-with-status',
  'list/status-filter',
  'list/unique-ids',
  'quota/fully-granted',
];

export const loadSelection: readonly string[] = requirements
  .map(({ id }) => id)
  .filter((id) => judgedRequirements.includes(id) || failOnly.includes(id));

interface KnownOfLoad {
  readonly planUnknown: boolean;
  /** Whether only a sample of the exchanges was judged. */
  readonly isSampled: boolean;
}

/**
 * The outcome of every requirement after a load.
 *
 * @param touched the requirements that some response is evidence for
 */
export function finishRequirements(
  known: KnownOfLoad,
  touched: ReadonlySet<string>,
  record: (event: RunEvent) => void,
): void {
  for (const { id } of requirements) {
    const reason = reasonToSkip(id, touched, known);
    record({
      type: 'check-finished',
      requirement: id,
      outcome: reason === null ? 'done' : 'skipped',
      reason,
    });
  }
}

function reasonToSkip(
  id: string,
  touched: ReadonlySet<string>,
  { planUnknown, isSampled }: KnownOfLoad,
): string | null {
  if (judgedRequirements.includes(id)) {
    if (touched.has(id)) {
      return null;
    }
    if (id === seriesRequirement && isSampled) {
      return 'a sample does not have every response: use the command run';
    }
    return id === 'rate/limit-matches-plan' && planUnknown
      ? 'pass `--plan PLAN` to test this'
      : 'this load sends no request for it: use the command run';
  }
  return failOnly.includes(id)
    ? 'a load can show violations only: use the command run to verify it'
    : 'a load verifies requirements of every response only: use the command run';
}

function whyNotJudged(options: LoadOptions): string {
  return shardOf(options).of > 1
    ? 'a shard does not see the requests of the others, so they are counted, not judged'
    : 'other clients may use the key, so they are counted, not judged (pass --quota-key PLAN=KEY to judge them)';
}
