import { newPet, newPetText, petStatuses } from '../arbitraries/new-pet.ts';

import type { TagSource } from '../history/tag.ts';
import { type Allowance, readAllowance } from '../load/allowance.ts';
import { createdAheadBy, plannedCreations, plannedRequests } from '../load/load-plan.ts';
import { shardOf, shareOf } from '../load/shards/share.ts';
import { numberText } from '../report/words.ts';
import { bearer, type Credential, createPet, listPets } from '../target/api-request.ts';
import type { Target } from '../target/target.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { answerOf } from './answer.ts';
import { categoriesToTry } from './preflight-creation.ts';
import { note, problem, reachedStep, refusedKey, unreachable } from './preflight-headers.ts';
import type { LoadOptions } from './run-options.ts';

/** The results of preparing a load. */
export interface Preparation {
  readonly credential: Credential;
  /** Animals that exist. */
  readonly ids: readonly bigint[];
  /** Animals that the preparation created. */
  readonly created: number;
  /** An accepted category, or `null` if nothing can be created. */
  readonly category: bigint | null;
  readonly allowance: Allowance;
  /** Whether the key's allowance was announced full. */
  readonly fullAtStart: boolean;
}

/**
 * Tests with a few requests whether a load is possible: connectivity, the key, its allowance, and existing animals and
 * categories. Resolves with `null` after reporting a problem.
 */
export async function prepareLoad(
  options: LoadOptions,
  target: Target,
  tags: TagSource,
  report: (step: PreflightStep) => void,
): Promise<Preparation | null> {
  const credential = bearer(options.apiKey, 'api-key', '$ANIMAL_STORE_API_KEY');
  const first = await target.send(listPets({ limit: 100 }, credential), 'preflight');
  const hindrance = unreachable(first, options.load.timeoutMs) ?? refusedKey(first);
  if (hindrance !== null) {
    report(hindrance);
    return null;
  }
  report(reachedStep(first, options.transport));
  const plan = options.plan === null ? null : (options.planLimits[options.plan] ?? null);
  const headers = first.response?.headers ?? [];
  const allowance = readAllowance(headers, plan, options.minuteMs, Date.now());
  const beyond = options.beyondLimit ? null : beyondAllowance(options, allowance);
  if (beyond !== null) {
    report(beyond);
    return null;
  }
  const listed = answerOf(first)?.pets ?? [];
  const wanted = options.load.mix;
  if (wanted.create > 0) {
    report(creationsStep(options));
  }
  const made =
    wanted.create === 0
      ? { category: null, ids: [] }
      : await createSome(options, { target, tags, credential }, categoriesToTry(options.categoryIds, listed));
  if (made === null) {
    report(
      problem(
        'category',
        'no category works: creations return 400',
        'pass a category that exists with --category-id, or --read-only to create nothing',
      ),
    );
    return null;
  }
  const ids = [...made.ids, ...listed.map(({ id }) => id)];
  if (ids.length === 0 && wanted.get > 0) {
    report(note('animals', 'there is no animal to read by id; the load sends lists instead'));
  }
  return {
    credential,
    ids,
    created: made.ids.length,
    category: made.category,
    allowance,
    fullAtStart: plan !== null && (allowance.now?.remaining ?? -1) >= plan.perMinute - 1,
  };
}

/** A load whose rate or length the key does not grant, or `null`. */
function beyondAllowance({ load, minuteMs }: LoadOptions, allowance: Allowance): PreflightStep | null {
  const { rate } = load;
  const { perSecond, total } = allowance;
  const remedy = 'lower --rate, use a key of a larger plan, or exceed its limit with --beyond-limit';
  if (rate !== null && perSecond !== null && rate > perSecond * (1 + 1e-9)) {
    const granted = numberText((perSecond * minuteMs) / 1000);
    const text = `${numberText(rate, 2)} requests/s exceed the limit of the key, ${granted} per minute (${numberText(perSecond, 2)}/s)`;
    return problem('allowance', text, remedy);
  }
  const planned = plannedRequests(load) ?? 0;
  if (total !== null && planned > total) {
    const text = `the load takes ${numberText(planned)} requests, and the key has ${numberText(total)} for the day`;
    return problem('allowance', text, remedy);
  }
  return null;
}

/** Animals can't be deleted through the interface: who loads a service knows before how many will stay. */
function creationsStep(options: LoadOptions): PreflightStep {
  const { load } = options;
  const most = numberText(load.maxCreations);
  const planned = plannedCreations(load, shardOf(options).of);
  const text =
    planned === null
      ? `as many as the service accepts, at most ${most}; the interface can't delete them`
      : `about ${numberText(planned)} will be created; the interface can't delete them`;
  const remedy = 'pass --max-creations to bound them, or --read-only to create nothing';
  return note('animals', text, remedy);
}

interface Sending {
  readonly target: Target;
  readonly tags: TagSource;
  readonly credential: Credential;
}

/** Creates some animals in the first accepted category, or returns `null`. */
async function createSome(
  options: LoadOptions,
  { target, tags, credential }: Sending,
  categories: readonly bigint[],
): Promise<{ readonly category: bigint; readonly ids: readonly bigint[] } | null> {
  const shard = shardOf(options);
  const most = Math.min(createdAheadBy(shard), shareOf(options.load.maxCreations, shard));
  for (const category of categories) {
    const ids: bigint[] = [];
    for (let count = 0; count < most; count += 1) {
      const body = newPetText(
        newPet(`Rex ${tags.next()}`, category, petStatuses[count % petStatuses.length]),
      );
      const exchange = await target.send(createPet(body, credential), 'preflight');
      const answer = answerOf(exchange);
      const pet = answer?.pet ?? null;
      if (pet === null && count === 0 && answer?.status === 400) {
        break;
      }
      if (pet === null) {
        // No question of categories: the load itself shows what is wrong with creations.
        return { category, ids };
      }
      ids.push(pet.id);
    }
    if (ids.length > 0) {
      return { category, ids };
    }
  }
  return null;
}
