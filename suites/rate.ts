import type { Operation } from '../src/exchange/exchange.ts';
import { readRateFields } from '../src/exchange/rate-fields.ts';
import type { Answer } from '../src/suite/answer.ts';
import type { Check } from '../src/suite/check.ts';
import { assume, Inconclusive } from '../src/suite/outcome.ts';
import { once, type Suite } from '../src/suite/suite.ts';
import { getPet, listPets } from '../src/target/api-request.ts';
import {
  type CountedRequest,
  type CountedSeries,
  pauseBeforeMs,
  type ShownLimit,
  seriesOperations,
} from './steps/counted-series.ts';
import { operationsOf } from './steps/operations.ts';
import { countingFault, stepsByOne } from './steps/remaining-steps.ts';

const seriesNeeded = 3;
/** A series in which a window ends, or that waits for one, decides little. */
const mostSeries = 5;
/** The series that opens a connection for each request: each process of the service may have its own count. */
const onFreshConnections = 1;
/** A step that takes longer, as a share of the window, belongs to no series. */
const longestStep = 1 / 10;

/** Sends series of requests, and judges how much `X-RateLimit-Remaining` goes down from one to the next. */
async function countsDown(check: Check): Promise<void> {
  const all: CountedSeries[] = [];
  let shown: ShownLimit | null = null;
  let last: Answer | null = null;
  for (let sent = 0; sent < mostSeries && all.length < seriesNeeded; sent += 1) {
    const answers = await sendSeries(check, sent === onFreshConnections);
    const limit: ShownLimit = shownLimit(check, answers);
    shown ??= limit;
    last = answers.at(-1)?.answer ?? null;
    const series = answers.map(counted);
    if (limit.limit === shown.limit && isUninterrupted(series, limit)) {
      all.push(series);
    }
  }
  assume(
    all.length === seriesNeeded && shown !== null && last !== null,
    'the responses come too slowly, or the windows end too soon, to follow X-RateLimit-Remaining',
  );
  const fault = countingFault(all, shown);
  if (fault !== null) {
    const values = (all[0] ?? []).map(({ remaining }) => remaining).join(', ');
    check.violated(last, {
      ...fault,
      expected: 'one less with each served request',
      actual: `X-RateLimit-Remaining: ${values} of ${shown.limit} in ${seriesOperations.length} successive responses`,
    });
  }
  const steps = all.length * (seriesOperations.length - 1);
  const byOne = stepsByOne(all, shown);
  if (byOne < steps / 2) {
    throw new Inconclusive(
      `X-RateLimit-Remaining goes down by one in ${byOne} of ${steps} steps: other clients use the key, several processes count apart, or a token bucket of ${shown.limit} per minute refills as fast as the run sends`,
    );
  }
}

interface Sent {
  readonly operation: Operation;
  readonly answer: Answer;
}

async function sendSeries(check: Check, isFresh: boolean): Promise<Sent[]> {
  const id = await check.knownId();
  const served = operationsOf(check.options);
  const answers: Sent[] = [];
  for (const [place, usual] of seriesOperations.entries()) {
    const operation = served.includes(usual) ? usual : (served[0] ?? 'listPets');
    const [first, second] = answers.slice(-2).map(({ answer }) => answer.exchange);
    const lastedMs = (second?.finishedAtMs ?? 0) - (first?.sentAtMs ?? 0);
    await check.session.pause(pauseBeforeMs(place, lastedMs, Math.random()));
    const answer = await ask(check, operation, id, isFresh);
    assume(
      answer.status < 300,
      `${operation} returned ${answer.status}: see the requirements of that operation`,
    );
    answers.push({ operation, answer });
  }
  return answers;
}

function ask(check: Check, operation: Operation, id: bigint, isFresh: boolean): Promise<Answer> {
  const { key } = check.session;
  switch (operation) {
    case 'listPets':
      return check.send(listPets({ limit: 1 }, key), isFresh);
    case 'createPet':
      return check.createPlain();
    case 'getPet':
      return check.send(getPet(id, key), isFresh);
  }
}

/**
 * The limit that all responses of a series show.
 *
 * @throws {Inconclusive} if they show none, several, or one that may be that of a minute or of a day.
 */
function shownLimit({ options }: Check, answers: readonly Sent[]): ShownLimit {
  const limits = new Set(answers.map(({ answer }) => readRateFields(answer.headers).limitFigure));
  const [limit] = limits;
  assume(
    ![...limits].some((figure) => figure === null || figure <= 0),
    'X-RateLimit-Limit is absent, or no number above 0: see rate/headers-present and rate/headers-well-formed',
  );
  assume(
    limits.size === 1 && limit !== null && limit !== undefined,
    'X-RateLimit-Limit differs between successive responses, for example because the minute and the day take turns',
  );
  assume(
    limit <= Number.MAX_SAFE_INTEGER,
    'X-RateLimit-Limit is too large to follow X-RateLimit-Remaining exactly',
  );
  const plan = options.plan === null ? undefined : options.planLimits[options.plan];
  assume(
    plan?.perMinute !== limit || plan.perDay !== limit,
    'the limits per minute and per day are the same, so it is unknown which one X-RateLimit-Remaining counts',
  );
  return { limit, windowMs: plan?.perDay === limit ? options.dayMs : options.minuteMs };
}

function counted({ operation, answer }: Sent): CountedRequest {
  const { remainingFigure, limitFigure, cached } = readRateFields(answer.headers);
  assume(!cached, 'the responses have an Age, so a cache may repeat their X-RateLimit-Remaining');
  assume(
    remainingFigure !== null && remainingFigure <= (limitFigure ?? 0),
    'X-RateLimit-Remaining is no number from 0 to X-RateLimit-Limit: see rate/headers-well-formed',
  );
  const { sentAtMs, headersAtMs, finishedAtMs } = answer.exchange;
  return { operation, remaining: remainingFigure, sentMs: sentAtMs, receivedMs: headersAtMs ?? finishedAtMs };
}

/** Whether the run waited for nothing meanwhile, and requests of the key remained. */
function isUninterrupted(series: CountedSeries, { windowMs }: ShownLimit): boolean {
  return series.every(({ remaining, receivedMs }, index) => {
    const before = series[index - 1];
    return remaining > 0 && (before === undefined || receivedMs - before.sentMs < longestStep * windowMs);
  });
}

/** The requirements of section "Rate limit headers" that need requests of their own. */
export const rate: Suite = {
  'rate/remaining-counts-down': once(countsDown, {
    time: 'first',
    requests: seriesNeeded * seriesOperations.length,
    creates: false,
    animals: seriesNeeded * seriesOperations.filter((operation) => operation === 'createPet').length,
  }),
};
