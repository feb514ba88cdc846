import type { RequirementId } from '../../suites/requirements.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { describeRequest, isPetStatus } from '../exchange/request-description.ts';
import { isInt64, isJsonObject, type JsonValue, member, readJson } from '../json/exact-json.ts';
import type { Finding } from '../verdict/finding.ts';

/** The requirements that a single accepted creation can violate. */
export const refusalRequirements = [
  'create/missing-name',
  'create/missing-category',
  'create/wrong-name-type',
  'create/wrong-category-type',
  'create/category-out-of-range',
  'create/unknown-status',
  'create/body-not-object',
  'create/malformed-json',
] as const satisfies readonly RequirementId[];

/** What programs put in the place of values, or of what they leave out. */
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
