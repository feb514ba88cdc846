import { member, readJson } from '../json/exact-json.ts';
import type { Report, ReportExchange, ReportExchanges, ReportFinding } from '../report/report.ts';
import type { Assertion, Step } from './reproduction.ts';
import { anyCreation, createdId, creationOf, readId, readsAnimal, type StepBuilder } from './step-builder.ts';
import { tagVariable, withVariable } from './variables.ts';

export interface RelatedRequest {
  readonly role: string;
  readonly exchange: ReportExchange;
}

/**
 * A refused creation, and then the list of its status, which must not have it; under a name that is new each time. The
 * run may have found the animal by trying ids, which are others now.
 */
export function effectSteps(
  example: ReportExchange,
  related: readonly RelatedRequest[],
  { run }: Report,
  builder: StepBuilder,
): Step[] | string {
  const refused = related.find(({ exchange }) => exchange.request.method === 'POST')?.exchange;
  const name = member(readJson(refused?.request.body ?? ''), 'name');
  if (
    refused === undefined ||
    typeof name !== 'string' ||
    !name.includes(run.tag) ||
    !/^[\w -]+$/.test(name)
  ) {
    return 'its refused creation has no name that a list shows for certain';
  }
  const status = member(readJson(refused.request.body ?? ''), 'status') ?? 'available';
  const list =
    typeof status === 'string' && /^[a-z]+$/.test(status) ? `/pets?status=${status}&limit=100` : '/pets';
  builder.freshPart = run.tag;
  builder.add('the refused creation', refused, {
    assumed: [refused.response?.status ?? 401],
    assertions: [],
  });
  builder.add(
    'the list',
    { ...example, request: { ...example.request, method: 'GET', target: list, body: null } },
    {
      assumed: [200],
      assertions: [{ kind: 'lacks', text: withVariable([name], run.tag, tagVariable) }],
    },
  );
  return builder.result();
}

export function repeatedIdSteps(
  example: ReportExchange,
  related: readonly RelatedRequest[],
  builder: StepBuilder,
): Step[] | string {
  const earlier = related.find(({ exchange }) => createdId(exchange) !== null)?.exchange;
  if (earlier === undefined || createdId(example) === null || earlier === example) {
    return 'the report does not hold both creations';
  }
  if (earlier.finishedAtMs > example.sentAtMs) {
    return 'its creations were concurrent';
  }
  const variable = builder.addCreation(earlier);
  builder.add('the other creation', example, {
    assumed: [201],
    assertions: [{ kind: 'captured', member: 'id', variable, equal: false }],
  });
  return builder.result();
}

/** An id that is taken already, because a conforming service may assign any other by chance. */
export function clientIdSteps(
  { kind }: ReportFinding,
  example: ReportExchange,
  builder: StepBuilder,
): Step[] | string {
  const { request } = example;
  const [, before, after] =
    /^([\s\S]*"id"[ \t\r\n]*:[ \t\r\n]*)-?\d{1,19}([ \t\r\n]*[,}][\s\S]*)$/.exec(request.body ?? '') ?? [];
  const plain = (request.body ?? '').replace(/,[ \t\r\n]*"id"[ \t\r\n]*:[ \t\r\n]*-?\d{1,19}/, '');
  if (kind !== 'client-id-taken' || before === undefined || after === undefined || /"id"/.test(plain)) {
    return 'it compares another animal before and after the creation';
  }
  const variable = builder.addCreation({ ...example, request: { ...request, body: plain } });
  const body = [before, { name: variable }, after];
  builder.add(
    'the request',
    example,
    {
      assumed: [201],
      assertions: [{ kind: 'captured', member: 'id', variable, equal: false }],
    },
    [],
    body,
  );
  return builder.result();
}

/** Two readings of a new animal, because the service may have settled on a value for the recorded one. */
export function stableSteps(
  example: ReportExchange,
  related: readonly RelatedRequest[],
  exchanges: ReportExchanges,
  builder: StepBuilder,
): Step[] | string {
  const before = related.find(({ exchange }) => readsAnimal(exchange))?.exchange;
  const id = readId(example);
  const creation = creationOf(example, exchanges) ?? anyCreation(before ?? example, exchanges);
  if (before === undefined || id === null || readId(before) !== id || creation === undefined) {
    return 'it compares readings of the whole run';
  }
  builder.addCreation(creation, id);
  const captures = ['name', 'categoryId'].map((one) => ({
    name: `${one.toLowerCase()}_before`,
    member: one,
  }));
  builder.add('read before', before, { assumed: [200], assertions: [] }, captures);
  builder.add('the request', example, {
    assumed: [],
    assertions: [
      { kind: 'status', allowed: [200] },
      ...captures.map(
        (one): Assertion => ({ kind: 'captured', member: one.member, variable: one.name, equal: true }),
      ),
    ],
  });
  return builder.result();
}

export function sameCodeSteps(
  example: ReportExchange,
  related: readonly RelatedRequest[],
  builder: StepBuilder,
): Step[] | string {
  const [first] = related;
  if (first === undefined || first.exchange.response === null || example.response === null) {
    return 'the report does not hold both errors';
  }
  const captures = [{ name: 'code_before', member: 'code' }];
  builder.add(
    first.role,
    first.exchange,
    { assumed: [first.exchange.response.status], assertions: [] },
    captures,
  );
  builder.add('the request', example, {
    assumed: [example.response.status],
    assertions: [{ kind: 'captured', member: 'code', variable: 'code_before', equal: true }],
  });
  return builder.result();
}
