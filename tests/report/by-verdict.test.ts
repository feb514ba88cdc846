import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byReason } from '../../src/report/by-verdict.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { propertyRuns } from '../property-runs.ts';
import { exchange, exchanged, faultless, found, madeReport, rowOf } from './made-up-run.ts';

const { requirements } = madeReport(faultless());

const reasons = fc.array(fc.constantFrom('one', 'another', 'a third'), {
  minLength: requirements.length,
  maxLength: requirements.length,
});

test('reasons that leave a MUST undecided come first, with all requirements of each', () => {
  fc.assert(
    fc.property(reasons, fc.infiniteStream(fc.boolean()), (given, chosen) => {
      const undecided = requirements
        .map((requirement, index) => ({ ...requirement, reason: given[index] ?? '' }))
        .filter(() => chosen.next().value);
      const groups = byReason(undecided);
      expect(groups.flatMap((group) => group.requirements)).toHaveLength(undecided.length);
      expect(new Set(groups.map(({ reason }) => reason)).size).toBe(groups.length);
      const hasMust = groups.map((group) => group.requirements.some(({ level }) => level === 'MUST'));
      expect(hasMust).toEqual(hasMust.toSorted((one, other) => Number(other) - Number(one)));
    }),
    { numRuns: propertyRuns(30) },
  );
});

function fold(...events: RunEvent[]) {
  return madeReport([...faultless(), ...events]);
}

describe('findings are in the order in which the run found them', () => {
  test('of causes too', () => {
    const { causes } = fold(
      exchanged(exchange(200, 'create/missing-name')),
      exchanged(exchange(201, 'list/unique-ids')),
      found('list/unique-ids', 201, { kind: 'twice' }),
      found('list/status-filter', 201, { kind: 'twice' }),
      found('responses/schema', 200),
      found('create/assigns-id', 200),
    );
    expect(causes.map(({ requirements }) => requirements)).toEqual([
      ['create/assigns-id', 'responses/schema'],
      ['list/status-filter', 'list/unique-ids'],
    ]);
  });

  test('of two requests alike the one with the key is the simpler example, of one not on record nothing is known', () => {
    const keyless = { ...exchange(1, 'x').request, credential: 'none' as const };
    const { findings } = rowOf(
      fold(
        exchanged(exchange(200, 'list/safe', { request: keyless })),
        exchanged(exchange(201, 'list/safe')),
        found('list/unique-ids', 200, { message: 'without' }),
        found('list/unique-ids', 201, { message: 'with' }),
      ),
      'list/unique-ids',
    );
    expect(findings[0]).toMatchObject({ message: 'with', exchanges: [201, 200], first: 200 });
    const request = exchange(1, 'x').request;
    const sent = (
      number: number,
      changes: Partial<typeof request>,
      more: Parameters<typeof exchange>[2] = {},
    ) => exchanged(exchange(number, 'list/safe', { ...more, request: { ...request, ...changes } }));
    const simplest = fold(
      sent(300, { credential: 'invalid' }),
      sent(301, { credential: 'none' }),
      sent(302, { target: '/pets?limit=%35' }),
      sent(303, { target: '/pets?limit=5&status=sold' }, { sentAtMs: 9_000, finishedAtMs: 9_001 }),
      sent(304, { target: '/pets' }, { sentAtMs: 8_000, finishedAtMs: 8_100 }),
      sent(305, { target: '/pets' }, { sentAtMs: 8_050, finishedAtMs: 8_100 }),
      ...[300, 301, 302, 303, 304, 305].map((number) => found('list/unique-ids', number)),
    );
    // Alone before amid others, the key before none before a changed one, plain before odd.
    expect(rowOf(simplest, 'list/unique-ids').findings[0]?.exchanges[0]).toBe(303);
    const leading = (...events: Parameters<typeof fold>) =>
      rowOf(fold(...events, found('list/unique-ids', 300), found('list/unique-ids', 301)), 'list/unique-ids')
        .findings[0]?.exchanges[0];
    expect(leading(sent(300, { credential: 'invalid' }), sent(301, { credential: 'none' }))).toBe(301);
    const creation = (name: string) => ({ method: 'POST', target: '/pets', body: `{"name":"${name}"}` });
    expect(leading(sent(300, creation('Zo\u00eb')), sent(301, creation('Rex 71')))).toBe(301);
    expect(leading(sent(300, creation('\\u0052ex')), sent(301, creation('Rex 71')))).toBe(301);
    const asUsual: typeof request.headers = [['Accept', 'application/json']];
    const plain = { headers: asUsual, target: '/pets?limit=5' };
    const compressed = { headers: [...asUsual, ['Accept-Encoding', 'gzip']] as typeof asUsual };
    expect(leading(sent(300, compressed), sent(301, plain))).toBe(301);
    expect(leading(sent(300, { target: '/pets?&', headers: asUsual }), sent(301, plain))).toBe(301);
    const alike = fold(
      exchanged(exchange(201, 'list/safe')),
      exchanged(exchange(200, 'list/safe')),
      exchanged(exchange(203, 'list/safe')),
      found('list/unique-ids', 203),
      found('list/unique-ids', 201),
      found('list/unique-ids', 200),
      found('list/unique-ids', 900),
    );
    expect(rowOf(alike, 'list/unique-ids').findings[0]?.exchanges).toEqual([200, 201, 203, 900]);
  });
});
