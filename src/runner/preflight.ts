import { noCredential } from '../arbitraries/credentials.ts';
import { newPet, newPetText, petStatuses } from '../arbitraries/new-pet.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { readPet, readPets } from '../history/pet.ts';
import { cutText } from '../report/cut-text.ts';
import { createPet, getPet, listPets } from '../target/api-request.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { answerOf, summarise } from './answer.ts';
import { unreachable } from './preflight-failures.ts';
import { allowanceStep, clockStep } from './preflight-headers.ts';
import { reachedStep } from './reached-step.ts';
import type { Session } from './session.ts';

/** What the preflight found out. */
export interface Preflight {
  readonly steps: readonly PreflightStep[];
  /** Categories that work, best first. */
  readonly workingCategories: readonly bigint[];
}

/** Categories that are tried where neither the user nor the list names one. */
const guessedCategories = [1n, 2n, 10n, 100n, 0n] as const;
const mostCategoriesTried = 6;

/**
 * Finds out in a few requests whether a run can be made: whether something answers, speaks HTTP and accepts the
 * key, how far its clock is off, how much of the key's allowance is left against `plannedRequests`, and which
 * category works. Each step is told as soon as it is known; the first problem ends it.
 */
export async function preflight(
  session: Session,
  plannedRequests: number,
  say: (step: PreflightStep) => void,
): Promise<Preflight> {
  const steps: PreflightStep[] = [];
  const tell = (step: PreflightStep): boolean => {
    steps.push(step);
    say(step);
    return step.outcome !== 'problem';
  };
  const first = await session.target.send(listPets({ limit: 100 }, session.key), 'preflight');
  const goesOn =
    tell(unreachable(first, session.options.timeoutMs) ?? reachedStep(first, session.options.transport)) &&
    tell(await keyStep(session, first)) &&
    tell(clockStep(first)) &&
    tell(allowanceStep(first, plannedRequests, session.options.minuteMs));
  if (!goesOn) {
    return { steps, workingCategories: [] };
  }
  if (session.options.readOnly) {
    return { steps, workingCategories: session.options.categoryIds };
  }
  const found = await findCategory(session, first);
  tell(found.step);
  return { steps, workingCategories: found.categories };
}

function good(name: string, text: string): PreflightStep {
  return { name, outcome: 'good', text, remedy: null };
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
    const text = 'GET /pets is answered 401, though another operation accepts the key';
    return { name: 'key', outcome: 'note', text, remedy: null };
  }
  if (status === 401 || status === 403) {
    return {
      name: 'key',
      outcome: 'problem',
      text: `the key is refused: GET /pets is answered ${status}`,
      remedy: `give the key of this environment with --api-key or ANIMAL_STORE_API_KEY${status === 403 ? '; where a gateway answers so, give what it asks for with --header' : ''}`,
    };
  }
  if (status === 429) {
    return {
      name: 'key',
      outcome: 'problem',
      text: 'the allowance of the key is used up: GET /pets is answered 429, again and again',
      remedy: 'wait until the limit has reset, or use a key that nobody else uses',
    };
  }
  return status === 200 && Array.isArray(answerOf(exchange)?.json)
    ? good('key', 'accepted')
    : {
        name: 'key',
        outcome: 'note',
        text: `GET /pets is answered ${inShort(exchange)}`,
        remedy: null,
      };
}

interface FoundCategory {
  readonly step: PreflightStep;
  readonly categories: readonly bigint[];
}

async function findCategory(session: Session, list: Exchange): Promise<FoundCategory> {
  const named = session.options.categoryIds;
  const candidates =
    named.length > 0
      ? named
      : [...new Set([...guessedCategories.slice(0, 1), ...listedCategories(list), ...guessedCategories])];
  let refusal: Exchange | null = null;
  for (const [index, category] of candidates.slice(0, mostCategoriesTried).entries()) {
    const status = petStatuses[index % petStatuses.length];
    const body = newPetText(newPet(`Rex ${session.tags.next()}`, category, status));
    const exchange = await session.target.send(createPet(body, session.key), 'preflight');
    const answer = answerOf(exchange);
    if (answer?.status === 201 && readPet(answer.json) !== null) {
      const others = named.filter((other) => other !== category);
      return { step: good('category', `${category} works`), categories: [category, ...others] };
    }
    if (answer?.status !== 400) {
      // No question of categories: the run itself finds out what is wrong with creations.
      return { step: unclear(exchange), categories: [category, ...named] };
    }
    refusal = exchange;
  }
  if (named.length > 0) {
    return { step: unclear(refusal ?? list), categories: named };
  }
  return {
    step: {
      name: 'category',
      outcome: 'problem',
      text: `no category works: creations in ${candidates.slice(0, mostCategoriesTried).join(', ')} are answered 400`,
      remedy: 'name a category that exists with --category-id, or verify without creations by --read-only',
    },
    categories: [],
  };
}

function unclear(exchange: Exchange): PreflightStep {
  return {
    name: 'category',
    outcome: 'note',
    text: `a creation is answered ${inShort(exchange)}`,
    remedy: null,
  };
}

function listedCategories(list: Exchange): bigint[] {
  const pets = readPets(answerOf(list)?.json) ?? [];
  const categories = pets.flatMap(({ categoryId }) => (typeof categoryId === 'bigint' ? [categoryId] : []));
  return [...new Set(categories)].slice(0, 3);
}

function inShort(exchange: Exchange): string {
  const { text, cut } = cutText(summarise(exchange), 100);
  return cut === 0 ? text : `${text}…`;
}
