import { isPlainName } from '../exchange/creation-body.ts';
import { isStreamSafe } from '../exchange/stream-safe.ts';
import { isInt64, type JsonValue, member, readJson } from '../json/exact-json.ts';
import type { ReportExchange, ReportFinding } from '../report/report.ts';
import type { Assertion } from './reproduction.ts';

/** The response of a conforming service to the last request of a finding, or why there is none. */
export type Expectation =
  | { readonly assumed?: readonly number[]; readonly assertions: readonly Assertion[] }
  | { readonly reason: string };

export interface Proof {
  readonly finding: ReportFinding;
  readonly example: ReportExchange;
  /** The creation of the animal that the example reads. */
  readonly creation: ReportExchange | undefined;
}

const status = (...allowed: readonly number[]): Assertion => ({ kind: 'status', allowed });
const header = (name: string, pattern: string | null = null): Assertion => ({
  kind: 'header',
  name,
  pattern,
});
const type = (of: string, is: 'string' | 'integer' | 'list' | 'object'): Assertion => ({
  ...{ kind: 'type', member: of, type: is },
});
const always =
  (...assertions: readonly Assertion[]) =>
  (): Expectation => ({ assertions });
const none = (reason: string) => (): Expectation => ({ reason });

const unauthorized = always(status(401));
const badRequest = always(status(400));
const errorBody = [
  type('', 'object'),
  type('code', 'string'),
  type('message', 'string'),
  type('status', 'integer'),
];
const clientError: Assertion = { kind: 'status-between', least: 400, most: 499 };

const dependsOnStore = none('what the list must contain depends on the other animals of the service');

/** By requirement; the others are not expressible. */
const expectations: Readonly<Record<string, (proof: Proof) => Expectation>> = {
  'auth/missing-key': unauthorized,
  'auth/not-bearer': unauthorized,
  'auth/unknown-key': unauthorized,
  'auth/header-only': unauthorized,
  'auth/checked-first': unauthorized,
  'auth/revoked-key': unauthorized,
  'auth/valid-key-accepted': always({ kind: 'status-not', status: 401 }),
  'auth/challenge': () => ({ assumed: [401], assertions: [header('WWW-Authenticate')] }),
  'list/returns-pets': always(status(200), type('', 'list')),
  'list/limit-accepted': always(status(200)),
  'list/status-accepted': always(status(200)),
  'list/limit-bounds-count': atMost,
  'list/default-limit': atMost,
  'list/never-above-100': always({ kind: 'no-element', index: 100 }),
  'list/status-filter': filtered,
  'list/limit-with-status': (proof) =>
    proof.finding.kind === 'more-than-limit' ? atMost(proof) : filtered(proof),
  'list/unique-ids': () => ({ assumed: [200], assertions: [{ kind: 'unique-ids' }] }),
  'list/filter-complete': dependsOnStore,
  'list/created-pet-listed': dependsOnStore,
  'list/agrees-with-get': dependsOnStore,
  'create/accepts-valid': created,
  'create/status-optional': created,
  'create/content-type-parameters': created,
  'create/missing-name': badRequest,
  'create/missing-category': badRequest,
  'create/wrong-name-type': badRequest,
  'create/wrong-category-type': badRequest,
  'create/category-out-of-range': badRequest,
  'create/unknown-status': badRequest,
  'create/body-not-object': badRequest,
  'create/malformed-json': badRequest,
  'create/content-type-required': badRequest,
  'create/assigns-id': () => ({ assumed: [201], assertions: [type('id', 'integer')] }),
  'create/echoes-fields': asCreated(['name', 'categoryId', 'status']),
  'create/int64-exact': asCreated(['categoryId']),
  'create/text-exact': asCreated(['name']),
  'get/returns-created': asCreated(['id', 'name', 'categoryId']),
  'get/id-matches': asCreated(['id']),
  'get/unknown-id': always(status(404)),
  'get/malformed-id': always(clientError, ...errorBody),
  'responses/documented-status': documentedStatus,
  'responses/schema': schema,
  'responses/media-type': always(header('Content-Type', '^application/json[ \\t]*(;|$)'), { kind: 'json' }),
  'errors/body-shape': error(errorBody),
  'errors/status-matches': ({ example: { response } }) => ({
    assumed: [response?.status ?? 0],
    assertions: [{ kind: 'equals', member: 'status', value: BigInt(response?.status ?? 0) }],
  }),
  'errors/not-empty': error([
    { kind: 'differs', member: 'code', value: '' },
    { kind: 'differs', member: 'message', value: '' },
  ]),
  'errors/no-server-error': always({ kind: 'status-between', least: 100, most: 499 }),
  'errors/unknown-path': always(clientError),
  'errors/unsupported-method': ({ example: { response } }) =>
    response?.status === 405
      ? { assumed: [405], assertions: [header('Allow')] }
      : { assertions: [status(404, 405, 501)] },
  'rate/headers-present': always(
    header('X-RateLimit-Limit'),
    header('X-RateLimit-Remaining'),
    header('X-RateLimit-Reset'),
  ),
  'rate/headers-well-formed': always(
    header('X-RateLimit-Limit', '^0*[1-9][0-9]*$'),
    header('X-RateLimit-Remaining', '^[0-9]+$'),
    { kind: 'remaining-within-limit' },
  ),
  'rate/reset-is-timestamp': always(header('X-RateLimit-Reset', '^[0-9]+$'), { kind: 'reset-is-near' }),
  'rate/limit-matches-plan': planLimit,
  'rate/remaining-counts-down': none('it is a series of responses within one window of the plan limit'),
  'version/base-address': none('it is a property of the base URL'),
  'list/safe': none('it compares animals before and after lists, while others may change'),
  'errors/no-internals': none('it is a search for many texts in any response'),
};

/** The expected response to the last request of a finding. */
export function expectationOf(requirement: string, proof: Proof): Expectation {
  const { finding, example } = proof;
  if (requirement.startsWith('quota/')) {
    return { reason: 'plan limits take a whole measurement, with concurrent requests and waits' };
  }
  if (example.response === null && requirement !== 'errors/no-server-error') {
    return { reason: 'the service did not respond, which no single request reproduces for certain' };
  }
  const expectation = Object.hasOwn(expectations, requirement) ? expectations[requirement] : undefined;
  return expectation === undefined
    ? { reason: `it depends on the whole run: ${finding.kind}` }
    : expectation(proof);
}

/** Another service may refuse the name or the category: it returns 201 only for what it accepts. */
function created({ example: { response } }: Proof): Expectation {
  const received = response?.status ?? 0;
  if (received >= 200 && received < 300) {
    return { assumed: [201, received], assertions: [status(201)] };
  }
  return { assertions: [received >= 500 ? { kind: 'status-between', least: 100, most: 499 } : status(201)] };
}

function atMost({ finding, example }: Proof): Expectation {
  if (!/^(?:more-than-limit|above-20)$/.test(finding.kind)) {
    return { reason: 'it compares lists, which other clients may change in between' };
  }
  const limit = /[?&]limit=(\d{1,3})(?:&|$)/.exec(example.request.target)?.[1];
  return {
    assumed: [200],
    assertions: [{ kind: 'at-most', count: limit === undefined ? 20 : Number(limit) }],
  };
}

function filtered({ finding, example }: Proof): Expectation {
  const wanted = /[?&]status=([a-z]{1,20})(?:&|$)/.exec(example.request.target)?.[1];
  return finding.kind !== 'other-status' || wanted === undefined
    ? { reason: 'it compares lists, which other clients may change in between' }
    : { assumed: [200], assertions: [{ kind: 'only-status', status: wanted }] };
}

/** The members of an animal as its creation sent them. */
function asCreated(members: readonly string[]) {
  return ({ finding, example, creation }: Proof): Expectation => {
    const isReading = example.request.method === 'GET';
    const sent = readJson((isReading ? creation : example)?.request.body ?? '');
    const readId =
      isReading && members.includes('id')
        ? /^\/pets\/(-?\d{1,19})$/.exec(example.request.target)?.[1]
        : undefined;
    const values = members.flatMap((name) => expectedMember(name, member(sent, name), finding, example));
    const ids: Assertion[] =
      readId === undefined ? [] : [{ kind: 'equals', member: 'id', value: BigInt(readId) }];
    const assertions = [...ids, ...values];
    if (example.request.target.startsWith('/pets?') || assertions.length === 0) {
      return { reason: 'the animal shows in a list, among those of others' };
    }
    // An animal that was created a moment ago must be found.
    return isReading ? { assertions: [status(200), ...assertions] } : { assumed: [201], assertions };
  };
}

function expectedMember(
  name: string,
  sent: JsonValue | undefined,
  finding: ReportFinding,
  example: ReportExchange,
): Assertion[] {
  if (name === 'name' && typeof sent === 'string') {
    return isUnchangeable(sent) ? [{ kind: 'equals', member: name, value: sent }] : damaged(sent, example);
  }
  if (name === 'categoryId' && isInt64(sent)) {
    return [{ kind: 'equals', member: name, value: sent }];
  }
  const isAboutStatus = finding.kind.startsWith('status');
  return name === 'status' && typeof sent === 'string' && isAboutStatus
    ? [{ kind: 'equals', member: name, value: sent }]
    : [];
}

/** Trimming, collapsing and NFC are permitted; any other name must be returned as sent. */
function isUnchangeable(name: string): boolean {
  return (
    isPlainName(name) ||
    (/^[^\s\p{Cc}]+$/u.test(name) && isStreamSafe(name) && name === name.normalize('NFC'))
  );
}

/** Of any other name, the service may return several forms: the damaged one that was received is none of them. */
function damaged(sent: string, { response }: ReportExchange): Assertion[] {
  const received = member(readJson(response?.body ?? ''), 'name');
  return typeof received === 'string' && received !== sent && received.isWellFormed()
    ? [{ kind: 'differs', member: 'name', value: received }]
    : [];
}

function documentedStatus({ finding }: Proof): Expectation {
  const allowed = [...finding.expected.matchAll(/\b[1-5]\d\d\b/g)].map(([number]) => Number(number));
  return allowed.length === 0
    ? { reason: 'the report does not list the documented statuses' }
    : { assertions: [status(...allowed)] };
}

function schema({ example: { request, response } }: Proof): Expectation {
  const isList = request.method === 'GET' && /^\/pets(?:\?|$)/.test(request.target);
  return { assumed: [response?.status ?? 0], assertions: [{ kind: 'pet', isList }] };
}

/** On an error response; the same request must not be accepted meanwhile. */
function error(assertions: readonly Assertion[]) {
  return ({ example: { response } }: Proof): Expectation => ({
    assumed: [response?.status ?? 0],
    assertions,
  });
}

function planLimit({ finding }: Proof): Expectation {
  const limits = [...finding.expected.matchAll(/\b\d+ \(per (?:minute|day)\)/g)].map(
    ([text]) => text.split(' ')[0],
  );
  return limits.length === 0
    ? { reason: 'the report does not state the limits of the plan' }
    : { assertions: [header('X-RateLimit-Limit', `^(${limits.join('|')})$`)] };
}
