import { requirements } from '../../suites/requirements.ts';
import { refusalFieldRequirements } from '../quota/refusal-fields.ts';
import { watchedRequirements } from '../watchers/start-watch.ts';
import { refusalRequirements } from './accepted-creation.ts';

/** Judged by what is known of the animals: passes if the traffic has the evidence. */
const fromAnimals: readonly string[] = [
  'list/returns-pets',
  'list/limit-bounds-count',
  'list/default-limit',
  'list/never-above-100',
  'list/status-filter',
  'list/limit-with-status',
  'list/unique-ids',
  'create/status-optional',
  'create/echoes-fields',
  'create/assigns-id',
  'create/unique-ids',
  'create/text-exact',
  'create/text-normalised',
  'get/returns-created',
  'get/id-matches',
  'get/stable',
  'get/status-stable',
  'auth/challenge',
];

/** Reported if the traffic shows a violation; traffic can't prove that it holds. */
const failOnly: readonly string[] = [
  'create/ignores-client-id',
  'create/int64-exact',
  ...refusalRequirements,
  'quota/limit-enforced',
  'quota/never-exceeded',
];

/** The condition for deciding a requirement by a recording. */
export interface Given {
  readonly hasPlan: boolean;
  /** Whether the user stated the key, and so that it was valid. */
  readonly hasKey: boolean;
}

/** How recorded traffic can answer a requirement. */
export type Answerable =
  | { readonly how: 'watched' | 'animals' | 'fail-only' }
  | { readonly how: 'not'; readonly reason: string };

const needsRun = "recorded traffic can't decide it: use the command run";

/** How recorded traffic can answer the requirement with this id. */
export function answerable(id: string, { hasPlan, hasKey }: Given): Answerable {
  if (id === 'rate/limit-matches-plan' && !hasPlan) {
    return {
      how: 'not',
      reason: 'pass `--plan PLAN`, and the key that has this plan if there are several, to test this',
    };
  }
  if (id === 'auth/valid-key-accepted') {
    return hasKey
      ? { how: 'animals' }
      : {
          how: 'not',
          reason:
            'a recording does not say whether a key was valid all the time: state it as ANIMAL_STORE_API_KEY or --api-key',
        };
  }
  if (
    watchedRequirements.includes(id) ||
    refusalFieldRequirements.includes(id) ||
    id === 'version/base-address'
  ) {
    return { how: 'watched' };
  }
  if (fromAnimals.includes(id)) {
    return { how: 'animals' };
  }
  if (failOnly.includes(id)) {
    return id.startsWith('quota/') && !hasPlan
      ? {
          how: 'not',
          reason: 'pass `--plan PLAN`, and the key that has this plan if there are several, to test this',
        }
      : { how: 'fail-only' };
  }
  return { how: 'not', reason: needsRun };
}

/** The requirements that recorded traffic can decide, in the order of the catalogue. */
export function answerableIds(given: Given): string[] {
  return requirements.map(({ id }) => id).filter((id) => answerable(id, given).how !== 'not');
}
