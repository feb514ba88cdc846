import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareReports } from '../../src/compare/comparison.ts';
import { matrixOf } from '../../src/compare/matrix.ts';
import { comparisonJson, matrixJson } from '../../src/compare/render/comparison-json.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryReport } from '../report/arbitrary-run.ts';
import { closedSchema } from '../report/closed-schema.ts';

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
    { numRuns: propertyRuns(40) },
  );
});
