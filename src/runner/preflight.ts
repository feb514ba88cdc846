import { noCredential } from '../arbitraries/credentials.ts';
import { type NameForm, usualNames } from '../arbitraries/name-form.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { type Credential, getPet, listPets } from '../target/api-request.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { answerOf, isOutOfOrder, summariseBriefly } from './answer.ts';
import {
  type AskElsewhere,
  addressProblem,
  looksLikeNoStore,
  outOfOrderProblem,
} from './preflight-address.ts';
import { CreationTrials } from './preflight-creation.ts';
import { allowanceStep, clockStep, reachedStep, refusedKey, unreachable } from './preflight-headers.ts';
import { good, note } from './preflight-steps.ts';
import type { PlannedRequests } from './run-plan.ts';
import type { Session } from './session.ts';

export interface Preflight {
  readonly steps: readonly PreflightStep[];
  /** Categories that work, best first. */
  readonly workingCategories: readonly bigint[];
  /** The form of plain names that the service accepts. */
  readonly nameForm: NameForm;
}

/**
 * Tests with a few requests whether a run is possible: whether an Animal Store responds and accepts the key, its clock,
 * the remaining allowance of the key, and accepted categories and names. Reports each step as soon as it is known; the
 * first problem ends it.
 */
export async function preflight(
  session: Session,
  planned: PlannedRequests,
  say: (step: PreflightStep) => void,
  askElsewhere: AskElsewhere,
): Promise<Preflight> {
  const steps: PreflightStep[] = [];
  const tell = (step: PreflightStep): boolean => {
    steps.push(step);
    say(step);
    return step.outcome !== 'problem';
  };
  const { baseUrl, transport, timeoutMs, minuteMs, readOnly, categoryIds } = session.options;
  const found = { steps, workingCategories: [], nameForm: usualNames };
  const first = await session.target.send(listPets({ limit: 100 }, session.key), 'preflight');
  const silent = unreachable(first, timeoutMs);
  if (silent !== null) {
    tell(silent);
    return found;
  }
  const creations = new CreationTrials(session, first);
  const misplaced = looksLikeNoStore(first, baseUrl)
    ? await whatIsWrong(session, first, creations, askElsewhere)
    : null;
  const goesOn =
    tell(misplaced ?? reachedStep(first, transport)) &&
    tell(await keyStep(session, first)) &&
    tell(clockStep(first)) &&
    tell(allowanceStep(first, planned, minuteMs));
  if (!goesOn) {
    return found;
  }
  if (readOnly) {
    return { ...found, workingCategories: categoryIds };
  }
  const accepted = await creations.find();
  accepted.steps.forEach(tell);
  return { steps, workingCategories: accepted.categories, nameForm: accepted.nameForm };
}

/** The problem of a wrong base URL or an unavailable service, or `null` if a run can continue. */
async function whatIsWrong(
  session: Session,
  list: Exchange,
  creations: CreationTrials,
  askElsewhere: AskElsewhere,
): Promise<PreflightStep | null> {
  const { baseUrl, readOnly } = session.options;
  const send = (credential: Credential): Promise<Exchange> =>
    session.target.send(listPets({ limit: 1 }, credential), 'preflight');
  const other = readOnly ? await send(noCredential) : await creations.first();
  if (isOutOfOrder(list)) {
    return outOfOrderProblem({ list, other }, await send(session.key));
  }
  return addressProblem({ list, other }, baseUrl, askElsewhere);
}

/** Far beyond every id that a service is likely to have given. */
const someUnknownId = 8_070_450_532_247_928_829n;

/** Whether another operation tells the key from none: then it is the list that is wrong in refusing it. */
async function isAcceptedElsewhere(session: Session): Promise<boolean> {
  const withKey = await session.target.send(getPet(someUnknownId, session.key), 'preflight');
  const without = await session.target.send(getPet(someUnknownId, noCredential), 'preflight');
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
    : note('key', `GET /pets returned ${summariseBriefly(exchange)}`);
}
