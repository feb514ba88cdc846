import { FrozenSteps } from './frozen-steps.ts';
import type { Deviation, Notes } from './notes.ts';
import { wholeNumber } from './rate-fields.ts';
import { RemainingSeries, type ServedRequest } from './remaining-series.ts';
import type { Sight } from './sight.ts';
import type { WatchContext } from './watch.ts';
import type { Watcher } from './watcher.ts';

const id = 'rate/remaining-counts-down';
const stepsDownNeeded = 3;
/** A service shows two figures of Limit, the minute's and the day's; a broken one may show any number. */
const mostSeries = 8;

interface Figure {
  readonly series: RemainingSeries;
  readonly steps: FrozenSteps;
  accused: boolean;
}

/** rate/remaining-counts-down: each served request brings Remaining down by one. */
export class RateCountWatcher implements Watcher {
  readonly requirements = [id];
  readonly #context: WatchContext;
  readonly #figures = new Map<number, Figure>();

  constructor(context: WatchContext) {
    this.#context = context;
  }

  see(sight: Sight, notes: Notes): void {
    if (sight.exchange.request.credential !== 'api-key') {
      return;
    }
    const limit = wholeNumber(sight.rate.limit);
    const remaining = wholeNumber(sight.rate.remaining);
    const isCounted = isServed(sight) && limit !== null && remaining !== null && limit > 0;
    this.#interruptOthers(isCounted ? limit : null);
    if (!isCounted || this.#hasTwoWindows(limit)) {
      return;
    }
    const { number, sentAtMs, headersAtMs, finishedAtMs } = sight.exchange;
    const served = { exchange: number, sent: sentAtMs, received: headersAtMs ?? finishedAtMs, remaining };
    const figure = this.#figureOf(limit, served);
    if (figure !== null && !figure.accused) {
      const deviation = judgeFigure(figure, served, limit);
      if (deviation !== 'not-judged') {
        figure.accused = deviation !== null;
        notes.judge(id, deviation);
      }
    }
  }

  unreached(): readonly string[] {
    const down = [...this.#figures.values()].reduce((sum, { steps }) => sum + steps.down, 0);
    return down >= stepsDownNeeded
      ? []
      : ['requests served so quickly one after another that Remaining is seen to go down'];
  }

  #interruptOthers(limit: number | null): void {
    for (const [figure, { steps }] of this.#figures) {
      if (figure !== limit) {
        steps.interrupt();
      }
    }
  }

  /** Where a minute and a day have one figure, it can't be told whose Remaining is shown. */
  #hasTwoWindows(limit: number): boolean {
    const { planLimit } = this.#context;
    return planLimit !== null && planLimit.perMinute === limit && planLimit.perDay === limit;
  }

  #figureOf(limit: number, first: ServedRequest): Figure | null {
    const known = this.#figures.get(limit);
    if (known !== undefined || this.#figures.size >= mostSeries) {
      return known ?? null;
    }
    const { planLimit, minuteMs, dayMs } = this.#context;
    const windowMs = planLimit !== null && planLimit.perDay === limit ? dayMs : minuteMs;
    const figure: Figure = {
      series: new RemainingSeries(limit, windowMs, first),
      steps: new FrozenSteps(limit, windowMs),
      accused: false,
    };
    this.#figures.set(limit, figure);
    return figure;
  }
}

function isServed({ exchange, request, response, rate }: Sight): boolean {
  return (
    response !== null &&
    response.status >= 200 &&
    response.status < 300 &&
    request.operation !== null &&
    !request.unusual &&
    exchange.request.credential === 'api-key' &&
    !rate.cached
  );
}

function judgeFigure(
  { series, steps }: Figure,
  served: ServedRequest,
  limit: number,
): Deviation | null | 'not-judged' {
  const verdict = series.see(served);
  steps.see(served);
  if (verdict === 'unexplained' || steps.frozen) {
    return deviation(series, served, limit, steps.frozen);
  }
  return verdict === 'not-judged' ? verdict : null;
}

function deviation(
  series: RemainingSeries,
  served: ServedRequest,
  limit: number,
  frozen: boolean,
): Deviation {
  const { first } = series;
  const seconds = ((served.received - first.sent) / 1000).toFixed(2);
  return {
    kind: frozen ? 'never-goes-down' : 'goes-down-too-little',
    message: frozen
      ? 'X-RateLimit-Remaining does not go down as requests are served'
      : 'X-RateLimit-Remaining does not go down by one with each served request',
    expected: `one less with each served request, as no kind of limiter gives back so much in ${seconds} s`,
    actual: `X-RateLimit-Remaining: ${first.remaining}, and ${served.remaining} of ${limit} at the ${series.served}th served request`,
    related: [{ role: 'the first served request', exchange: first.exchange }],
  };
}
