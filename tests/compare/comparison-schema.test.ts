import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareReports } from '../../src/compare/comparison.ts';
import { matrixOf } from '../../src/compare/matrix.ts';
import { comparisonJson, matrixJson } from '../../src/compare/render/comparison-json.ts';
import type { Report } from '../../src/report/report.ts';
import { arbitraryReport } from '../report/arbitrary-run.ts';
import { closedSchema } from '../report/closed-schema.ts';
import { named, reportWith, without } from './made-up-reports.ts';

const options = {
  strictTypes: false,
  formats: { 'date-time': (text: string) => new Date(text).toISOString() === text },
};

function read(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8'));
}

const validate = new Ajv2020(options).addSchema(read('report')).compile(read('comparison'));

test('what is compared is valid, and has no member that the schema leaves out', () => {
  // Of the report's schema parts are named: they are closed there, and not the whole of a report.
  const { $defs, ...others } = read('comparison');
  const closed = new Ajv2020(options)
    .addSchema(closedSchema(read('report')))
    .compile({ ...others, $defs: closedSchema($defs, 'members') });
  const valid = (text: string) => {
    const value: unknown = JSON.parse(text);
    validate(value);
    expect(validate.errors).toBeNull();
    closed(value);
    expect(closed.errors).toBeNull();
  };
  fc.assert(
    fc.property(
      fc.array(arbitraryReport, { minLength: 2, maxLength: 4 }),
      fc.constantFrom(null, 'page'),
      (reports, page) => {
        const all = reports.map((report, index) => ({ name: `report ${index}`, report, page }));
        const [before, after] = all;
        if (before !== undefined && after !== undefined) {
          valid(comparisonJson(compareReports(before, after)));
        }
        valid(matrixJson(matrixOf(all)));
      },
    ),
    { numRuns: 40 },
  );
});

const earlier = reportWith(['list/safe'], { selected: without('get/stable') });
const later = reportWith(['list/limit-bounds-count']);
const written = (text: string) => JSON.parse(text);
const comparison = () =>
  written(comparisonJson(compareReports(named('main', earlier), named('branch', later))));
const matrix = (...reports: readonly Report[]) =>
  written(matrixJson(matrixOf(reports.map((report, index) => named(`of ${index}`, report)))));

test.each<[string, (value: ReturnType<typeof comparison>) => void]>([
  ['without its kind', (value) => delete value.kind],
  ['of another kind', (value) => Object.assign(value, { kind: 'matrix' })],
  ['without a report', (value) => delete value.after],
  ['without a list', (value) => delete value.changes.fixed],
  ['with a verdict that there is not', (value) => Object.assign(value.changes.broke[0], { after: 'bad' })],
  ['with half a change', (value) => delete value.changes.broke[0].newKinds],
  ['with a remark of another kind', (value) => Object.assign(value.remarks[0], { kind: 'warning' })],
  ['with a failure that is no id', (value) => value.newFailures.push('list')],
  ['with a count below 0', (value) => Object.assign(value.before.counts.MUST, { passed: -1 })],
])('a comparison %s is not valid', (_, spoil) => {
  const value = comparison();
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  spoil(value);
  expect(validate(value)).toBe(false);
});

test.each<[string, (value: ReturnType<typeof matrix>) => void]>([
  ['of one report', (value) => value.reports.splice(1)],
  ['without verdicts', (value) => delete value.requirements[0].verdicts],
  ['of a target that is no address', (value) => Object.assign(value.reports[0].target, { baseUrl: 'x' })],
])('a matrix %s is not valid', (_, spoil) => {
  const value = matrix(earlier, later, later);
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  spoil(value);
  expect(validate(value)).toBe(false);
});
