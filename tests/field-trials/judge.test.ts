import { expect, test } from 'vitest';
import { judge, type ReportedRequirement, type ReportedRun } from '../../field-trials/harness/judge.ts';
import type { Truth } from '../../field-trials/harness/subject.ts';

const holds: Truth = { fails: {}, warns: {}, undecided: {}, mayReport: {}, says: {}, fix: {} };

function requirement(verdict: string, { id = 'list/safe', level = 'MUST' } = {}): ReportedRequirement {
  return { id, level, verdict, reason: 'why', findings: [{ message: 'what' }] };
}

function report(requirements: readonly ReportedRequirement[], more: Partial<ReportedRun> = {}): ReportedRun {
  const selected = requirements.map(({ id }) => id);
  const failed = requirements.some(({ verdict }) => verdict === 'failed');
  return {
    verdict: failed ? 'non-conformant' : 'conformant',
    interrupted: null,
    internalErrors: [],
    run: { requests: 1, durationMs: 1, selected },
    requirements,
    ...more,
  };
}

test('a report that says what is true differs in nothing', () => {
  const truth = { ...holds, fails: { 'list/safe': '' }, warns: { 'get/malformed-id': '' } };
  const said = report([
    requirement('failed'),
    requirement('warned', { id: 'get/malformed-id', level: 'SHOULD' }),
    requirement('passed', { id: 'auth/missing-key' }),
  ]);
  expect(judge(truth, said)).toEqual([]);
});

test.each(['failed', 'warned'])('%s where it holds is falsely reported', (verdict) => {
  expect(judge(holds, report([requirement(verdict)]))).toContainEqual({
    kind: 'falsely reported',
    about: 'list/safe',
    said: `${verdict}: what`,
  });
});

test.each(['passed', 'inconclusive', 'skipped'])('%s where it is violated is missed', (verdict) => {
  const kinds = judge({ ...holds, fails: { 'list/safe': '' } }, report([requirement(verdict)]));
  expect(kinds.map(({ kind, about }) => [kind, about])).toEqual([
    ['missed', 'list/safe'],
    ['missed', 'verdict'],
  ]);
});

test('a fault that shows in either of two requirements may be reported in the other one', () => {
  const mayReport = { 'list/safe': '', 'list/unique-ids': '' };
  const truth = { ...holds, fails: { 'list/safe': '' }, mayReport };
  const other = requirement('failed', { id: 'list/unique-ids' });
  expect(judge(truth, report([requirement('passed'), other]))).toEqual([]);
  expect(judge({ ...truth, mayReport: {} }, report([requirement('passed'), other]))).not.toEqual([]);
  expect(judge(truth, report([requirement('passed')])).map(({ kind }) => kind)).toContain('missed');
});

test('falsely reported beside a missed one is misattributed', () => {
  const truth = { ...holds, fails: { 'list/safe': '' } };
  const said = report([requirement('passed'), requirement('failed', { id: 'get/stable' })]);
  expect(judge(truth, said).map(({ kind, about }) => [kind, about])).toEqual([
    ['missed', 'list/safe'],
    ['misattributed', 'get/stable'],
  ]);
});

test.each(['inconclusive', 'skipped'])(
  '%s where it holds is undecided, unless the truth allows it',
  (verdict) => {
    const said = report([requirement(verdict)]);
    expect(judge(holds, said)).toEqual([{ kind: 'undecided', about: 'list/safe', said: `${verdict}: why` }]);
    expect(judge({ ...holds, undecided: { 'list/safe': '' } }, said)).toEqual([]);
  },
);

test('undecided is right where the reason points at a requirement that is violated', () => {
  const truth = { ...holds, fails: { 'responses/schema': '' } };
  const failed = requirement('failed', { id: 'responses/schema' });
  const undecided = { ...requirement('inconclusive'), reason: 'its bodies do not fit: see responses/schema' };
  expect(judge(truth, report([failed, undecided]))).toEqual([]);
  expect(judge(holds, report([undecided])).map(({ kind }) => kind)).toEqual(['undecided']);
});

test('a truth that allows undecided does not allow passed where it is violated', () => {
  const truth = { ...holds, fails: { 'list/safe': '' }, undecided: { 'list/safe': '' } };
  expect(judge(truth, report([requirement('passed')])).map(({ kind }) => kind)).toEqual(['missed']);
  expect(judge(truth, report([requirement('inconclusive')]))).toEqual([]);
});

test.each(['failed', 'passed', 'inconclusive'])('%s is right for what may be reported', (verdict) => {
  const truth = { ...holds, fails: { 'get/stable': '' }, mayReport: { 'list/safe': '' } };
  expect(judge(truth, report([requirement('failed', { id: 'get/stable' }), requirement(verdict)]))).toEqual(
    [],
  );
});

test('a finding that names another cause is misattributed', () => {
  const truth = { ...holds, fails: { 'list/safe': '' }, says: { 'list/safe': 'a race' } };
  const said = (message: string) => report([{ ...requirement('failed'), findings: [{ message }] }]);
  expect(judge(truth, said('Likely cause: a race'))).toEqual([]);
  expect(judge(truth, said('Likely cause: separate counters')).map(({ kind }) => kind)).toEqual([
    'misattributed',
  ]);
  const several = 'Possible causes: a race, or a counter per process';
  expect(judge(truth, said(several))).toEqual([]);
  expect(judge({ ...truth, says: { 'list/safe': 'separate counters' } }, said(several))).toEqual([
    { kind: 'undecided', about: 'list/safe', said: `failed: ${several}` },
  ]);
});

test('requirements that were not selected, and those that are only observed, are not compared', () => {
  const outside = report([requirement('failed'), requirement('failed', { level: 'OBSERVE' })]);
  const run = { ...outside.run, selected: [] };
  expect(judge(holds, { ...outside, run, verdict: 'conformant' })).toEqual([]);
  expect(judge(holds, report([requirement('skipped', { level: 'OBSERVE' })]))).toEqual([]);
});

test('a run that was cut off, or had errors of its own, proves nothing', () => {
  const said = report([requirement('passed')], {
    interrupted: 'SIGINT',
    internalErrors: [{ message: 'oops' }],
  });
  expect(judge(holds, said).map(({ kind, said: text }) => [kind, text])).toEqual([
    ['not run', 'interrupted: SIGINT'],
    ['not run', 'oops'],
  ]);
});

test('a truth about a requirement that does not exist is an error', () => {
  const truth = { ...holds, undecided: { 'list/nothing': '' } };
  expect(judge(truth, report([requirement('passed')]))).toEqual([
    expect.objectContaining({ kind: 'not run', about: 'list/nothing' }),
  ]);
});
