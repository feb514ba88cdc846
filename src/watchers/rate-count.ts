import type { Exchange, Operation } from '../exchange/exchange.ts';
import type { Deviation } from '../verdict/finding.ts';
import { OwnCounts } from './own-counts.ts';
import { QuickSteps, type SteadyFault } from './quick-steps.ts';
import { RemainingSeries, type ServedRequest } from './remaining-series.ts';
import type { Habit } from './step-tally.ts';
import { TwoCounts } from './two-counts.ts';
import type { Notes, WatchContext, Watcher } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const id = 'rate/remaining-counts-down';
const stepsDownNeeded = 3;
/** A refill, per second, that can undo the requests of a run before they are seen. */
const refilledUnseen = 100;
/** A service has two values of Limit, per minute and per day. A faulty one may have any number. */
const mostSeries = 8;

interface Grouping {
  readonly name: string;
  readonly groupOf: (operation: Operation) => string;
}

interface Figure {
  readonly limit: number;
  readonly series: RemainingSeries;
  readonly steps: QuickSteps;
  readonly ownCounts: readonly { readonly grouping: Grouping; readonly counts: OwnCounts }[];
  readonly twoCounts: TwoCounts;
  reported: boolean;
}

/** rate/remaining-counts-down: each served request lowers Remaining by one. */
export class RateCountWatcher implements Watcher {
  readonly requirements = [id];
  readonly #context: WatchContext;
  /** By the limit, and apart after a restart: a series does not go on across one. */
  readonly #figures = new Map<string, Figure>();
  #last: { readonly limit: number | null; readonly across: Exchange['across']; readonly name: string } = {
    limit: null,
    across: undefined,
    name: '',
  };
  /** Figures of Limit that Remaining was above: that is judged elsewhere, and its steps follow from it. */
  readonly #exceeded = new Set<number>();

  constructor(context: WatchContext) {
    this.#context = context;
  }

  see(watched: WatchedExchange, notes: Notes): void {
    const deviation = this.judge(watched);
    if (deviation !== 'not-judged') {
      notes.judge(id, deviation);
    }
  }

  /** The deviation that an exchange completes, or `null`; `not-judged` if it is no evidence. */
  judge(watched: WatchedExchange): Deviation | null | 'not-judged' {
    if (watched.exchange.across === 'during') {
      return 'not-judged';
    }
    if (watched.exchange.request.credential !== 'api-key') {
      // A response other than 401 recognised a caller, possibly that of the key in another form or position.
      if (watched.response?.status !== 401) {
        this.#interruptOthers(null);
      }
      return 'not-judged';
    }
    const { limitFigure: limit, remainingFigure: remaining } = watched.rate;
    const operation = isServed(watched) ? watched.request.operation : null;
    const isCounted = operation !== null && limit !== null && remaining !== null && limit > 0;
    const name = this.#nameOf(limit, watched.exchange.across);
    this.#interruptOthers(isCounted ? name : null);
    if (isCounted && remaining > limit) {
      this.#exceeded.add(limit);
    }
    if (!isCounted || this.#exceeded.has(limit) || this.#hasTwoWindows(limit)) {
      return 'not-judged';
    }
    const { number, sentAtMs, headersAtMs, finishedAtMs } = watched.exchange;
    const served = { exchange: number, sent: sentAtMs, received: headersAtMs ?? finishedAtMs, remaining };
    const figure = this.#figureOf(name, limit, served);
    figure?.twoCounts.see(served);
    if (figure === null || figure.reported) {
      return 'not-judged';
    }
    const deviation = judgeFigure(figure, served, limit, operation);
    figure.reported = deviation !== null && deviation !== 'not-judged';
    return deviation;
  }

  unreached(): readonly string[] {
    const figures = [...this.#figures.values()];
    const down = figures.reduce((sum, { steps }) => sum + steps.down, 0);
    const seen = figures.map(({ twoCounts }) => twoCounts.seen).filter((text) => text !== null);
    const inLumps = figures.filter(({ steps, reported }) => steps.lumpSize !== null && !reported);
    return [
      ...inLumps.map(
        ({ limit, steps }) =>
          `X-RateLimit-Remaining that counts down by one (it changes by multiples of ${steps.lumpSize}: it is rounded, or a token bucket of ${limit} per minute refills meanwhile)`,
      ),
      ...(down >= stepsDownNeeded
        ? []
        : [`successive requests fast enough for X-RateLimit-Remaining to count down${this.#whyConstant()}`]),
      ...seen.map(
        (text) =>
          `X-RateLimit-Remaining of a single counter (${text}: each process has its own, or others use the key)`,
      ),
    ];
  }

  /** With a large limit the document permits a Remaining that hardly changes. */
  #whyConstant(): string {
    const limit = Math.max(0, ...[...this.#figures.values()].map((figure) => figure.limit));
    const perSecond = (limit * 1000) / this.#context.minuteMs;
    return perSecond < refilledUnseen
      ? ''
      : `: a token bucket of ${limit} per minute refills ${Math.round(perSecond)} per second, as fast as the run sends`;
  }

  /** Nearly all responses have the same. */
  #nameOf(limit: number | null, across: Exchange['across']): string {
    if (this.#last.name === '' || this.#last.limit !== limit || this.#last.across !== across) {
      this.#last = { limit, across, name: `${limit} ${across ?? ''}` };
    }
    return this.#last.name;
  }

  #interruptOthers(current: string | null): void {
    if (this.#figures.size === 1 && current !== null && this.#figures.has(current)) {
      return;
    }
    for (const [name, { steps, ownCounts }] of this.#figures) {
      if (name !== current) {
        steps.interrupt();
        for (const { counts } of ownCounts) {
          counts.interrupt();
        }
      }
    }
  }

  /** If the minute and the day have the same limit, it is unknown whose Remaining is shown. */
  #hasTwoWindows(limit: number): boolean {
    const { planLimit } = this.#context;
    return planLimit !== null && planLimit.perMinute === limit && planLimit.perDay === limit;
  }

  #figureOf(name: string, limit: number, first: ServedRequest): Figure | null {
    const known = this.#figures.get(name);
    if (known !== undefined || this.#figures.size >= mostSeries) {
      return known ?? null;
    }
    const { planLimit, minuteMs, dayMs } = this.#context;
    const windowMs = planLimit !== null && planLimit.perDay === limit ? dayMs : minuteMs;
    const figure: Figure = {
      limit,
      series: new RemainingSeries(limit, windowMs, first),
      steps: new QuickSteps(limit, windowMs),
      ownCounts: groupings.map((grouping) => ({ grouping, counts: new OwnCounts(limit, windowMs) })),
      twoCounts: new TwoCounts(limit, windowMs),
      reported: false,
    };
    this.#figures.set(name, figure);
    return figure;
  }
}

function isServed({ request, response, rate }: WatchedExchange): boolean {
  return (
    response !== null && response.status >= 200 && response.status < 300 && !request.unusual && !rate.cached
  );
}

/** The groupings by which a faulty service may keep separate counters. */
const groupings: readonly Grouping[] = [
  { name: 'operation', groupOf: (operation) => operation },
  { name: 'method', groupOf: (operation) => (operation === 'createPet' ? 'POST' : 'GET') },
];

function judgeFigure(
  { series, steps, ownCounts }: Figure,
  served: ServedRequest,
  limit: number,
  operation: Operation,
): Deviation | null | 'not-judged' {
  const verdict = series.see(served);
  const steady = steps.see(served, operation);
  let grouping: Grouping | undefined;
  for (const { counts, grouping: one } of ownCounts) {
    if (counts.see(served, one.groupOf(operation))) {
      grouping ??= one;
    }
  }
  if (steady === null && grouping === undefined && verdict !== 'unexplained') {
    return verdict === 'not-judged' ? verdict : null;
  }
  const { first } = series;
  const seconds = ((served.received - first.sent) / 1000).toFixed(2);
  return {
    ...(grouping === undefined ? wording(steady, seconds) : ownCountOf(grouping.name)),
    actual: `X-RateLimit-Remaining: ${first.remaining}, and ${served.remaining} of ${limit} after ${series.served} served requests`,
    related: [{ role: 'the first served request', exchange: first.exchange }],
  };
}

function ownCountOf(group: string): Omit<Deviation, 'actual'> {
  return {
    kind: `own-count-by-${group}`,
    message: `X-RateLimit-Remaining counts each ${group} separately`,
    expected: 'one less with each served request of any operation',
  };
}

function wording(steady: SteadyFault | null, seconds: string): Omit<Deviation, 'actual'> {
  if (steady === null) {
    return {
      kind: 'goes-down-too-little',
      message: 'X-RateLimit-Remaining does not go down by one with each served request',
      expected: `one less with each served request: no kind of limiter refills so much in ${seconds} s`,
    };
  }
  const requests = steady.operation === null ? 'a request' : steady.operation;
  return {
    kind: `${steady.habit} ${steady.operation ?? ''}`.trim(),
    message: messages[steady.habit](requests),
    expected: 'one less with each served request',
  };
}

const messages: Readonly<Record<Habit, (requests: string) => string>> = {
  frozen: (requests) => `X-RateLimit-Remaining does not go down when ${requests} is served`,
  'too-fast': (requests) => `X-RateLimit-Remaining goes down by more than one whenever ${requests} is served`,
  'in-lumps': () => 'X-RateLimit-Remaining only changes by several at once, as if it were rounded',
  'too-slow': () =>
    'X-RateLimit-Remaining does not go down with every served request, as if each process had a count',
};
