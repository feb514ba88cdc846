import { describe, expect, test } from 'vitest';
import { baselineHindrances, baselineOf } from '../../src/compare/baseline.ts';
import type { Conduct } from '../../src/compare/remarks.ts';
import type { RunHeader } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import { allIds, functionalIds, madeReport, runFinished } from '../report/made-up-run.ts';
import { waiver } from '../waivers/made-up-waiver.ts';
import { reportWith, without } from './made-up-reports.ts';

const toCome: Conduct = {
  kind: 'a run',
  effort: 'normal',
  isReadOnly: false,
  catalogue: 1,
  requirements: allIds,
  selected: functionalIds,
};
const hindrances = (header: Partial<RunHeader>, run: Partial<Conduct> = {}) =>
  baselineHindrances(reportWith([], header), { ...toCome, ...run });

test('a baseline is what its run violates, waived or not, and in which ways', () => {
  const waivers = [waiver({ requirement: 'list/safe' })];
  const { violated, undecided, ...others } = baselineOf(
    reportWith(['list/unique-ids', 'list/safe'], { waivers }),
    'main.json',
    'http://127.0.0.1:8080/v1',
  );
  expect(others).toEqual({ source: 'main.json', startedAt: '2026-01-01T10:00:00.000Z' });
  expect(violated.map(({ requirement }) => requirement)).toEqual(['list/unique-ids', 'list/safe']);
  expect(undecided).toEqual(allIds.filter((id) => !functionalIds.includes(id)));
  expect(violated.every(({ kinds }) => kinds.length === 1)).toBe(true);
});

const ofReference = { target: '--reference', checks: [], planLimits: [], wholeRun: [] };

test.each<[string, Partial<RunHeader>, string | null, string | undefined]>([
  ['the same address', {}, 'http://127.0.0.1:8080/v1', undefined],
  ['another port of this machine', {}, 'http://localhost:49152/v1', undefined],
  ['another path of it', {}, 'http://localhost:8080/v2', 'http://127.0.0.1:8080/v1'],
  ['a host that begins like it', {}, 'http://localhost.example/v1', 'http://127.0.0.1:8080/v1'],
  ['another host', { baseUrl: 'https://a.example/v1' }, 'https://b.example/v1', 'https://a.example/v1'],
  ['the reference before and now', { argv: ofReference }, null, undefined],
  ['the reference before', { argv: ofReference }, 'https://b.example/v1', 'the reference implementation'],
  ['the reference now', {}, null, 'http://127.0.0.1:8080/v1'],
])('a baseline says what it was made against where that is another target: %s', (_, header, is, said) => {
  expect(baselineOf(reportWith([], header), 'main.json', is).target).toBe(said);
});

describe('a run can be compared', () => {
  test.each<[string, Partial<RunHeader>, Partial<Conduct>]>([
    ['that is alike', { seed: 7, failOn: 'should', tool: { name: 'x', version: '9' } }, {}],
    ['that is asked to decide less', {}, { selected: without('list/safe') }],
    ['of another target', { baseUrl: 'https://pr-7.example/v1' }, {}],
    [
      'by a newer suite that keeps to the catalogue',
      { catalogue: 1 },
      { requirements: requirements.filter(({ since }) => since <= 1).map(({ id }) => id) },
    ],
    [
      'by a newer suite that is asked for what came later too, and keeps to the catalogue',
      { catalogue: 1 },
      { selected: [...functionalIds, 'list/newer'] },
    ],
  ])('%s', (_, header, run) => {
    expect(hindrances(header, run)).toEqual([]);
  });
});

describe('a run can not be compared', () => {
  test.each<[string, Partial<RunHeader>, Partial<Conduct>, RegExp]>([
    ['of another effort', { effort: 'smoke' }, {}, /^the effort was smoke, and is normal/],
    [
      'by another catalogue',
      { catalogue: 1 },
      { catalogue: 2 },
      /^this run is by another catalogue: version 2 in the place of 1$/,
    ],
    ['that creates nothing', {}, { isReadOnly: true }, /^only this run is --read-only/],
    ['with one that created nothing', { readOnly: true }, {}, /^only the run of the baseline is --read-only/],
    [
      'that is asked to decide more',
      { selected: without('list/safe', 'get/stable') },
      {},
      /^this run selects 2 requirements more$/,
    ],
    ['with one of no known time', { startedAt: 'yesterday' }, {}, /does not say when it was$/],
    ['with a load', { kind: 'load' }, {}, /^one is the report of a load, the other of a run$/],
    ['with recorded traffic', { kind: 'judge' }, {}, /^one is the report of recorded traffic/],
  ])('%s', (_, header, run, text) => {
    expect(hindrances(header, run)).toEqual([expect.stringMatching(text)]);
  });

  test('with one that has no verdict, or ended early', () => {
    const cut = madeReport([], {}, runFinished('interrupted by the user'));
    expect(baselineHindrances(cut, toCome)).toEqual([
      'the run of the baseline ended early: interrupted by the user',
    ]);
    expect(baselineHindrances(madeReport([]), toCome)).toEqual(['the run of the baseline has no verdict']);
  });
});
