import { type TagSource, tagSource } from '../animals/tag.ts';
import { newPet, newPetText, petStatuses } from '../arbitraries/new-pet.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { createdAheadBy, plannedCreations, plannedRequests } from '../load/load-plan.ts';
import { shardOf, shareOf } from '../load/shards/shard-plan.ts';
import { addressProblem } from '../preflight/preflight-address.ts';
import { CreationTrials } from '../preflight/preflight-creation.ts';
import { note, problem, reachedStep, refusedKey, unreachable } from '../preflight/preflight-headers.ts';
import { numberText } from '../report/words.ts';
import { answerOf } from '../suite/answer.ts';
import type { LoadOptions } from '../suite/run-options.ts';
import { bearer, type Credential, createPet, listPets } from '../target/api-request.ts';
import type { Target } from '../target/target.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { type Allowance, readAllowance } from './load-start.ts';

/** The results of preparing a load. */
export interface Preparation {
  readonly credential: Credential;
  /** Animals that exist. */
  readonly ids: readonly bigint[];
  /** Animals that the preparation created. */
  readonly created: number;
  /** An accepted category, or `null` if nothing can be created. */
  readonly category: bigint | null;
  /** Makes tags, and names for animals in an accepted form. */
  readonly tags: TagSource;
  readonly allowance: Allowance;
  /** Whether the key's allowance was announced full. */
  readonly fullAtStart: boolean;
}

/**
 * Tests with a few requests whether a load is possible: connectivity, the key, its allowance, existing animals, and
 * accepted categories and names. Resolves with `null` after reporting a problem.
 *
 * @param run the tag of the load
 */
export async function prepareLoad(
  options: LoadOptions,
  target: Target,
  run: string,
  report: (step: PreflightStep) => void,
): Promise<Preparation | null> {
  const credential = bearer(options.apiKey, 'api-key', '$ANIMAL_STORE_API_KEY');
  const first = await target.send(listPets({ limit: 100 }, credential), 'preflight');
  const hindrance =
    unreachable(first, options.load.timeoutMs) ??
    // The report announces creations before the first one is sent.
    (await addressProblem(first, { target, key: credential, baseUrl: options.baseUrl, create: null })) ??
    refusedKey(first);
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
      ? { category: null, ids: [], tags: tagSource(run, 1) }
      : await createSome(options, { target, run, credential, report }, first);
  if (made === null) {
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
    tags: made.tags,
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

/** Reports in advance how many animals the load creates, because the interface can't delete them. */
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
  readonly run: string;
  readonly credential: Credential;
  readonly report: (step: PreflightStep) => void;
}

/** Creates some animals in an accepted category and form of names. Resolves with `null` after reporting a problem. */
async function createSome(
  options: LoadOptions,
  { target, run, credential, report }: Sending,
  list: Exchange,
): Promise<Pick<Preparation, 'category' | 'ids' | 'tags'> | null> {
  const shard = shardOf(options);
  const most = Math.min(createdAheadBy(shard), shareOf(options.load.maxCreations, shard));
  const { steps, categories, nameForm, pets } = await new CreationTrials(
    { target, key: credential, run, options, mostAnimals: most },
    list,
  ).find();
  for (const step of steps) {
    report(step);
  }
  const [category] = categories;
  if (category === undefined) {
    return null;
  }
  const tags = tagSource(run, 1, nameForm);
  const ids = pets.map(({ id }) => id);
  // Names and categories are known to be accepted: if one is refused now, the load reports it.
  while (ids.length > 0 && ids.length < most) {
    const status = petStatuses[ids.length % petStatuses.length];
    const body = newPetText(newPet(tags.plainName(), category, status));
    const created = answerOf(await target.send(createPet(body, credential), 'preflight'))?.pet ?? null;
    if (created === null) {
      break;
    }
    ids.push(created.id);
  }
  return { category, ids, tags };
}
