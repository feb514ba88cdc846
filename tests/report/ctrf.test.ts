import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderCtrf } from '../../src/report/ctrf.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryReport } from './arbitrary-run.ts';

const counts = ['tests', 'passed', 'failed', 'skipped', 'pending', 'other'] as const;
const whole = { type: 'integer', minimum: 0 };

/** What the specification of the format asks of the members that we write, and no others. */
const validate = new Ajv2020().compile({
  type: 'object',
  additionalProperties: false,
  required: ['reportFormat', 'specVersion', 'results'],
  properties: {
    reportFormat: { const: 'CTRF' },
    specVersion: { type: 'string', pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+$' },
    generatedBy: { type: 'string' },
    results: {
      type: 'object',
      additionalProperties: false,
      required: ['tool', 'summary', 'tests'],
      properties: {
        tool: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } },
        summary: {
          type: 'object',
          additionalProperties: false,
          required: [...counts, 'start', 'stop'],
          properties: Object.fromEntries([...counts, 'suites', 'start', 'stop'].map((name) => [name, whole])),
        },
        tests: {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['name', 'status', 'duration'],
            properties: {
              name: { type: 'string', minLength: 1 },
              status: { enum: ['passed', 'failed', 'skipped', 'pending', 'other'] },
              duration: whole,
              suite: { type: 'array', minItems: 1, items: { type: 'string' } },
              message: { type: 'string' },
              trace: { type: 'string' },
              rawStatus: { type: 'string' },
            },
          },
        },
        environment: { type: 'object', properties: { testEnvironment: { type: 'string' } } },
      },
    },
  },
});

test('is valid, and its counts agree, whatever the service sent', () => {
  fc.assert(
    fc.property(arbitraryReport, (report) => {
      const ctrf = JSON.parse(renderCtrf(report));
      validate(ctrf);
      expect(validate.errors).toBeNull();
      const { summary, tests } = ctrf.results;
      const having = (status: string) =>
        tests.filter((one: { status: string }) => one.status === status).length;
      expect(summary.tests).toBe(tests.length);
      for (const status of counts.slice(1)) {
        expect(summary[status]).toBe(having(status));
      }
      expect(new Set(tests.map(({ name }: { name: string }) => name)).size).toBe(tests.length);
    }),
    { numRuns: propertyRuns(60) },
  );
});
