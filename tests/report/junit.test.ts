import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { renderJunit } from '../../src/report/junit.ts';
import { isOfLoad } from '../../src/report/load-text.ts';
import type { Report } from '../../src/report/report.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { arbitraryReport } from './arbitrary-run.ts';
import { exchange, exchanged, faultless, found, madeReport, runFinished, undecided } from './made-up-run.ts';
import { stalledLoad } from './sample-load.ts';

interface Case {
  '@classname': string;
  '@name': string;
  '@time': string;
  failure?: { '@message': string; '@type': string; '#text': string };
  skipped?: { '@message': string };
  error?: { '@message': string; '#text': string };
  'system-out'?: string;
}
interface Suite {
  '@name': string;
  '@tests': string;
  '@failures': string;
  '@errors': string;
  '@skipped': string;
  testcase: Case[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 1_000_000, maxExpandedLength: 100_000_000 },
  isArray: (name) => name === 'testcase' || name === 'testsuite',
});

function read(report: Report): { totals: Suite; suites: Suite[]; cases: Case[] } {
  const xml = renderJunit(report);
  expect(XMLValidator.validate(xml)).toBe(true);
  const { testsuites } = parser.parse(xml);
  const suites: Suite[] = testsuites.testsuite;
  return { totals: testsuites, suites, cases: suites.flatMap((suite) => suite.testcase) };
}

function caseOf(made: Report, name: string): Case | undefined {
  return read(made).cases.find((one) => one['@name'] === name);
}

describe('JUnit XML', () => {
  test('is well-formed, counts right and holds only legal characters, whatever the service sent', () => {
    fc.assert(
      fc.property(arbitraryReport, (made) => {
        expect(renderJunit(made)).not.toMatch(/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
        const { totals, suites, cases } = read(made);
        for (const suite of suites) {
          expect(counts(suite)).toEqual(counted(suite.testcase));
        }
        // Jenkins' xUnit plugin refuses a number of skipped ones there.
        expect(totals['@skipped']).toBeUndefined();
        expect(counts(totals).slice(0, 3)).toEqual(counted(cases).slice(0, 3));
        const names = cases.map((one) => one['@name']);
        expect(new Set(names).size).toBe(names.length);
        const asked = made.requirements.filter(({ id, verdict, findings }) =>
          isOfLoad(made)
            ? !['skipped', 'inconclusive', 'waived'].includes(verdict)
            : made.run.selected.includes(id) || findings.length > 0,
        );
        const others = names.filter((name) => name !== 'run/verdict' && !name.startsWith('objective '));
        expect(others).toEqual(expect.arrayContaining(asked.map(({ id }) => id)));
        expect(others.length).toBeLessThanOrEqual(asked.length + made.internalErrors.length);
        for (const one of cases) {
          expect(one.failure?.['#text'] ?? one.error?.['#text'] ?? '-').not.toBe('');
        }
        if (made.verdict === 'none' || made.interrupted !== null || (made.load?.invalid ?? null) !== null) {
          expect(cases.find((one) => one['@name'] === 'run/verdict')?.error).toBeDefined();
        }
      }),
      { numRuns: 100 },
    );
  });

  test('a failed MUST is a failure with its full text in the body', () => {
    const hostile = 'a <b> & "c"\n]]> \u0000\u001b';
    const one = caseOf(
      madeReport([
        ...faultless(),
        exchanged(exchange(200, 'list/unique-ids')),
        found('list/unique-ids', 200, { message: hostile }),
      ]),
      'list/unique-ids',
    );
    expect(one?.['@classname']).toBe('animal-store-conformance.list');
    expect(one?.failure).toMatchObject({ '@type': 'MUST', '@message': 'a <b> & "c"\n]]> ␀␛' });
    expect(one?.failure?.['#text']).toContain(
      'Finding:   a <b> & "c"\n]]> ␀␛\nExpected:  at most 1 animal\nReceived:  3 animals\n',
    );
    expect(one?.failure?.['#text']).toContain('Reproduce: curl -sS -i ');
    expect(one?.failure?.['#text']).toContain('Rerun:     npx animal-store-conformance run ');
  });

  test('a case takes as long as the exchanges of its check', () => {
    const slow = { ...exchange(200, 'list/safe'), sentAtMs: 100, finishedAtMs: 1_350 };
    expect(caseOf(madeReport([...faultless(), exchanged(slow)]), 'list/safe')?.['@time']).toMatch(/^1\.25/);
  });

  test('a SHOULD passes with its warning, and fails where these count', () => {
    const events = [...faultless(), found('list/safe', 1)];
    expect(caseOf(madeReport(events), 'list/safe')?.['system-out']).toMatch(/^Warning: /);
    expect(caseOf(madeReport(events, { failOn: 'should' }), 'list/safe')?.failure?.['@type']).toBe('SHOULD');
  });

  test('what was not decided is skipped, with the reason, and what was not asked for is left out', () => {
    const events = [...faultless(['list/safe']), undecided('list/unique-ids', 'inconclusive', 'it is cut')];
    const made = madeReport(events, { selected: ['list/safe', 'list/unique-ids'] });
    expect(caseOf(made, 'list/unique-ids')?.skipped?.['@message']).toBe('inconclusive: it is cut');
    expect(read(made).cases.map((one) => one['@name'])).toEqual([
      'list/unique-ids',
      'list/safe',
      'run/verdict',
    ]);
  });

  test('a load tells what it judged, and each objective under a name of its own', () => {
    const objective = { rule: 'p99<1ms', value: '3 ms', met: false };
    const load = { ...stalledLoad, objectives: [objective, objective] };
    const made = madeReport(
      [
        ...faultless(['responses/schema']),
        undecided('list/safe', 'skipped', 'left to run'),
        { type: 'load', record: load },
      ],
      { kind: 'load' },
    );
    const { cases } = read(made);
    expect(cases.map((one) => one['@name']).filter((name) => name !== 'run/verdict')).toEqual([
      'responses/schema',
      'objective p99<1ms',
      'objective p99<1ms (2)',
    ]);
    expect(cases.find((one) => one['@name'].startsWith('objective'))?.failure?.['#text']).toBe(
      'p99<1ms missed: 3 ms',
    );
  });

  test('an internal error is an error', () => {
    const events: RunEvent[] = [
      ...faultless(),
      { type: 'internal-error', requirement: 'list/safe', message: 'broke' },
    ];
    expect(caseOf(madeReport(events), 'list/safe')?.error?.['@message']).toBe('broke');
  });

  test('a run without a verdict has an error, a whole one has none', () => {
    expect(
      caseOf(madeReport(faultless(), {}, runFinished('Ctrl-C')), 'run/verdict')?.error?.['@message'],
    ).toContain('No verdict: Ctrl-C');
    expect(caseOf(madeReport(faultless()), 'run/verdict')).toBeUndefined();
  });
});

function counts(suite: Suite) {
  return [suite['@tests'], suite['@failures'], suite['@errors'], suite['@skipped']].map(Number);
}

function counted(cases: readonly Case[]) {
  const having = (child: 'failure' | 'error' | 'skipped') =>
    cases.filter((one) => one[child] !== undefined).length;
  return [cases.length, having('failure'), having('error'), having('skipped')];
}
