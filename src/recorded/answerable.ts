import { type RequirementId, requirements } from '../../suites/requirements.ts';
import { isPetStatus } from '../exchange/creation-body.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { describeRequest } from '../exchange/request-description.ts';
import { isInt64, isJsonObject, type JsonValue, member, readJson } from '../json/exact-json.ts';
import { refusalFieldRequirements } from '../quota/refusal-fields.ts';
import type { Finding } from '../verdict/finding.ts';
import { watchedRequirements } from '../watchers/start-watch.ts';

/** The requirements that a single accepted creation can violate. */
const refusalRequirements = [
  'create/missing-name',
  'create/missing-category',
  'create/wrong-name-type',
  'create/wrong-category-type',
  'create/category-out-of-range',
  'create/unknown-status',
  'create/body-not-object',
  'create/malformed-json',
] as const satisfies readonly RequirementId[];

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

/** The placeholders of programs for values that they remove. */
const isMasked =
  /\*{3}|\.{3}|…|\{\{|[x#•]{6}|redacted|masked|hidden|removed|filtered|saniti[sz]ed|scrubbed|omitted/i;

type RefusalRequirement = (typeof refusalRequirements)[number];

/** The finding of an invalid creation that was accepted, if it has one fault only; otherwise `null`. */
export function acceptedCreation({ request, response, number }: Exchange): Finding | null {
  const { operation, scope, newPet } = describeRequest(request);
  const isAccepted = response !== null && response.status >= 200 && response.status < 300;
  const isJson = headerValue(request.headers, 'Content-Type') === 'application/json';
  if (operation !== 'createPet' || scope !== 'described' || newPet !== null || !isAccepted || !isJson) {
    return null;
  }
  const body = request.body ?? '';
  const [violated, ...others] = body === '' || isMasked.test(body) ? [] : faultsOf(readJson(body));
  if (violated === undefined || others.length > 0) {
    return null;
  }
  return {
    requirement: violated,
    kind: 'accepted',
    message: 'An invalid creation was accepted',
    expected: '400',
    actual: `${response.status}`,
    exchange: number,
    related: [],
  };
}

function faultsOf(body: JsonValue | undefined): readonly RefusalRequirement[] {
  if (body === undefined) {
    return ['create/malformed-json'];
  }
  if (!isJsonObject(body)) {
    return ['create/body-not-object'];
  }
  const [name, categoryId, status] = ['name', 'categoryId', 'status'].map((one) => member(body, one));
  const faults: readonly (readonly [RefusalRequirement, boolean])[] = [
    ['create/missing-name', name === undefined],
    ['create/wrong-name-type', name !== undefined && typeof name !== 'string'],
    ['create/missing-category', categoryId === undefined],
    ['create/wrong-category-type', categoryId !== undefined && typeof categoryId !== 'bigint'],
    ['create/category-out-of-range', typeof categoryId === 'bigint' && !isInt64(categoryId)],
    // Some libraries write null for what is absent.
    ['create/unknown-status', status !== undefined && status !== null && !isPetStatus(status)],
  ];
  return faults.flatMap(([requirement, has]) => (has ? [requirement] : []));
}
