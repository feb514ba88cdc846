import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldRun } from '../../src/report/fold.ts';
import { renderJson } from '../../src/report/render-json.ts';
import { arbitraryRun } from './arbitrary-run.ts';
import { closedSchema } from './closed-schema.ts';
import { faultless, madeReport } from './made-up-run.ts';
import { stalledLoad } from './sample-load.ts';
import { fixedWindowRecord } from './sample-plan-limits.ts';

const schema: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'),
);
const options = {
  strictTypes: false,
  formats: { 'date-time': (text: string) => new Date(text).toISOString() === text },
};
const validate = new Ajv2020(options).compile(schema);

test('every report is valid, and has no member that the schema leaves out', () => {
  const closed = new Ajv2020(options).compile(closedSchema(schema));
  fc.assert(
    fc.property(arbitraryRun, (events) => {
      const report: unknown = JSON.parse(renderJson(foldRun(events)));
      validate(report);
      expect(validate.errors).toBeNull();
      closed(report);
      expect(closed.errors).toBeNull();
    }),
    { numRuns: 150 },
  );
});

const good = () =>
  JSON.parse(
    renderJson(
      madeReport([
        ...faultless(),
        { type: 'plan-limit', record: fixedWindowRecord },
        { type: 'load', record: stalledLoad },
      ]),
    ),
  );

test.each<[string, (report: ReturnType<typeof good>) => void]>([
  ['no verdict', (report) => delete report.verdict],
  ['another verdict', (report) => Object.assign(report, { verdict: 'passed' })],
  [
    'a passed requirement without evidence',
    (report) => Object.assign(report.requirements[0].evidence, { count: 0 }),
  ],
  [
    'a failed requirement without a finding',
    (report) => Object.assign(report.requirements[0], { verdict: 'failed' }),
  ],
  [
    'a skipped requirement without a reason',
    (report) => Object.assign(report.requirements[0], { verdict: 'skipped' }),
  ],
  ['an id that is a number', (report) => report.createdAnimals.push({ id: 5, name: 'Bo' })],
  ['a minute that takes no time', (report) => Object.assign(report.planLimits[0], { minuteMs: 0 })],
  ['a step without a time', (report) => delete report.planLimits[0].steps[0].atMs],
  ['half a request', (report) => Object.assign(report.planLimits[0], { admitted: 0.5 })],
  ['a latency below 0', (report) => Object.assign(report.load.latency, { maxMs: -1 })],
  ['a percentile by another name', (report) => Object.assign(report.load.latency.percentilesMs, { p50: 1 })],
  ['an objective without an outcome', (report) => delete report.load.objectives[0].met],
  ['a load without a reason to be invalid', (report) => Object.assign(report.load, { invalid: '' })],
  ['a header without a value', (report) => report.exchanges[0].request.headers.push(['Accept'])],
])('a report with %s is not valid', (_, spoil) => {
  const report = good();
  expect(validate(report)).toBe(true);
  spoil(report);
  expect(validate(report)).toBe(false);
});

test('the text is stable: two spaces a level, members in one order', () => {
  const text = renderJson(madeReport(faultless()));
  expect(text).toMatch(
    /^\{\n {2}"schemaVersion": 1,\n {2}"tool": \{\n {4}"name": "animal-store-conformance",/,
  );
  expect(`${JSON.stringify(JSON.parse(text), null, 2)}\n`).toBe(text);
});
