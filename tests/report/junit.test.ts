import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { renderJunit } from '../../src/report/artifacts/junit.ts';
import { isOfLoad } from '../../src/report/load-text.ts';
import type { Report } from '../../src/report/report.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryReport } from './arbitrary-run.ts';

interface Case {
  '@name': string;
  failure?: { '#text': string };
  skipped?: object;
  error?: { '#text': string };
}
interface Suite {
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
      { numRuns: propertyRuns(100) },
    );
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
