import { AnimalWatch } from '../animals/animal-watch.ts';
import { tagSource } from '../animals/tag.ts';
import { noCredential } from '../arbitraries/credentials.ts';
import { farIds } from '../arbitraries/int64.ts';
import { type NameForm, usualNames } from '../arbitraries/names.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { openTarget, type RunContext } from '../run/open-target.ts';
import { runWatches, watchContext } from '../run/run-watches.ts';
import { answerOf, summariseBriefly } from '../suite/answer.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { Session } from '../suite/session.ts';
import { getPet, listPets } from '../target/api-request.ts';
import { pause } from '../target/target.ts';
import type { PreflightStep, RunEvent } from '../verdict/run-event.ts';
import { addressProblem } from './preflight-address.ts';
import { CreationTrials } from './preflight-creation.ts';
import {
  allowanceStep,
  clockStep,
  good,
  note,
  type PlannedRequests,
  reachedStep,
  refusedKey,
  unreachable,
} from './preflight-headers.ts';

/** The results of the preflight for the suites and the measurement of plan limits. */
export interface PreflightResult extends Preflight {
  readonly exchanges: readonly Exchange[];
}

/**
 * Runs the preflight with a client of its own and records its findings. Resolves with `null` if a problem makes the
 * run pointless.
 *
 * @throws {RunStopped} if it was stopped.
 */
export async function runPreflight(
  options: RunOptions,
  context: RunContext,
  planned: PlannedRequests,
): Promise<PreflightResult | null> {
  const { tag, record, stopped } = context;
  const exchanges: Exchange[] = [];
  const target = openTarget({
    ...context,
    options,
    onExchange: (exchange) => {
      exchanges.push(exchange);
      session.witness(exchange);
    },
  });
  // Findings of a failed preflight prove nothing, because a refused key is not a fault of the service.
  const withheld: RunEvent[] = [];
  const recordLater = (event: RunEvent): void => {
    if (event.type === 'finding') {
      withheld.push(event);
    } else {
      record(event);
    }
  };
  const session = new Session({
    options,
    target,
    animalWatch: new AnimalWatch(tag),
    watches: runWatches(watchContext(options)),
    tags: tagSource(tag, 1),
    record: recordLater,
    pause: (ms) => pause(ms, stopped),
    workingCategories: [],
  });
  try {
    const say = (step: PreflightStep): void => record({ type: 'preflight', step });
    const found = await preflight(session, planned, say);
    session.settle();
    if (found === null) {
      return null;
    }
    for (const event of withheld) {
      record(event);
    }
    return { exchanges, ...found };
  } finally {
    await target.close();
  }
}

export interface Preflight {
  /** Categories that work, best first. */
  readonly workingCategories: readonly bigint[];
  /** The form of plain names that the service accepts. */
  readonly nameForm: NameForm;
}

/**
 * Tests with a few requests whether a run is possible: whether an Animal Store responds and accepts the key, its clock,
 * the remaining allowance of the key, and accepted categories and names. Reports each step as soon as it is known; the
 * first problem ends it, and it resolves with `null`.
 */
export async function preflight(
  session: Session,
  planned: PlannedRequests,
  say: (step: PreflightStep) => void,
): Promise<Preflight | null> {
  const report = (step: PreflightStep): boolean => {
    say(step);
    return step.outcome !== 'problem';
  };
  const { baseUrl, transport, timeoutMs, minuteMs, readOnly, categoryIds } = session.options;
  const first = await session.target.send(listPets({ limit: 100 }, session.key), 'preflight');
  const silent = unreachable(first, timeoutMs);
  if (silent !== null) {
    report(silent);
    return null;
  }
  const creations = new CreationTrials({ ...session, run: session.tags.run }, first);
  const misplaced = await addressProblem(first, {
    ...session,
    baseUrl,
    create: readOnly ? null : async () => (await creations.first()).exchange,
  });
  const continues =
    report(misplaced ?? reachedStep(first, transport)) &&
    report(await keyStep(session, first)) &&
    report(clockStep(first)) &&
    report(allowanceStep(first, planned, minuteMs));
  if (!continues) {
    return null;
  }
  if (readOnly) {
    return { workingCategories: categoryIds, nameForm: usualNames };
  }
  const { steps, categories, nameForm } = await creations.find();
  return steps.map(report).includes(false) ? null : { workingCategories: categories, nameForm };
}

/** Whether another operation distinguishes the key from none, so that only the list rejects it wrongly. */
async function isAcceptedElsewhere(session: Session): Promise<boolean> {
  const withKey = await session.target.send(getPet(farIds.ofThePreflight, session.key), 'preflight');
  const without = await session.target.send(getPet(farIds.ofThePreflight, noCredential), 'preflight');
  return [200, 404].includes(withKey.response?.status ?? 0) && without.response?.status === 401;
}

async function keyStep(session: Session, exchange: Exchange): Promise<PreflightStep> {
  const status = exchange.response?.status ?? 0;
  if (status === 401 && (await isAcceptedElsewhere(session))) {
    const text = 'GET /pets returned 401, although another operation accepts the key';
    return note('key', text);
  }
  const refused = refusedKey(exchange);
  if (refused !== null) {
    return refused;
  }
  return status === 200 && Array.isArray(answerOf(exchange)?.json)
    ? good('key', 'accepted')
    : note('key', `GET /pets?limit=100 returned ${summariseBriefly(exchange)}`);
}
