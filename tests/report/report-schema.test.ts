import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderJson } from '../../src/report/artifacts/json-artifacts.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryRun } from './arbitrary-run.ts';
import { ajvOptions, closedSchema, schemaNamed } from './closed-schema.ts';
import { foldRun } from './made-up-run.ts';

const schema = schemaNamed('report');
const validate = new Ajv2020(ajvOptions).compile(schema);

test('every report is valid, and has no member that the schema leaves out', () => {
  const closed = new Ajv2020(ajvOptions).compile(closedSchema(schema));
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
