import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderJson } from '../../src/report/render-json.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryRun } from './arbitrary-run.ts';
import { closedSchema } from './closed-schema.ts';
import { foldRun } from './made-up-run.ts';

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
    { numRuns: propertyRuns(150) },
  );
});
