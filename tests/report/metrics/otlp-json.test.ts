import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldRun } from '../../../src/report/fold.ts';
import { renderOpenMetrics } from '../../../src/report/metrics/open-metrics.ts';
import { renderOtlpMetrics } from '../../../src/report/metrics/otlp-json.ts';
import type { Report } from '../../../src/report/report.ts';
import { propertyRuns } from '../../property-runs.ts';
import { arbitraryReport } from '../arbitrary-run.ts';
import { faultless, runFinished, runStarted } from '../made-up-run.ts';
import { readOpenMetrics } from './read-open-metrics.ts';

const int64 = { type: 'string', pattern: '^[0-9]{1,19}$' } as const;
const closed = (properties: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
  additionalProperties: false,
});
const list = (items: object) => ({ type: 'array', minItems: 1, items });
const attributes = {
  type: 'array',
  items: closed({
    key: { type: 'string', minLength: 1 },
    value: closed({ stringValue: { type: 'string' } }),
  }),
};
const times = { startTimeUnixNano: int64, timeUnixNano: int64 };
const aggregation = { aggregationTemporality: { const: 2 } };
const described = { name: { type: 'string' }, description: { type: 'string' } };
const unit = { unit: { const: 's' } };

/** `ExportMetricsServiceRequest` of OTLP 1 in its JSON encoding, as far as a report uses it, without unknown members. */
const schema = closed({
  resourceMetrics: list(
    closed({
      resource: closed({ attributes }),
      scopeMetrics: list(
        closed({
          scope: closed({ name: { type: 'string' }, version: { type: 'string' } }),
          metrics: list({
            oneOf: [
              closed(
                {
                  ...described,
                  gauge: closed({
                    dataPoints: list(
                      closed({ attributes, timeUnixNano: int64, asDouble: { type: 'number' } }),
                    ),
                  }),
                },
                unit,
              ),
              closed({
                ...described,
                sum: closed({
                  dataPoints: list(closed({ attributes, ...times, asInt: int64 })),
                  ...aggregation,
                  isMonotonic: { const: true },
                }),
              }),
              closed(
                {
                  ...described,
                  histogram: closed({
                    dataPoints: list(
                      closed({
                        attributes,
                        ...times,
                        count: int64,
                        sum: { type: 'number' },
                        bucketCounts: { type: 'array', items: int64 },
                        explicitBounds: { type: 'array', items: { type: 'number' } },
                      }),
                    ),
                    ...aggregation,
                  }),
                },
                unit,
              ),
            ],
          }),
        }),
      ),
    }),
  ),
});
const validate = new Ajv2020({ strictTypes: false, strictRequired: false }).compile<Exported>(schema);

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string };
}

interface Point {
  readonly attributes: readonly Attribute[];
  readonly asDouble?: number;
  readonly asInt?: string;
  readonly count?: string;
  readonly sum?: number;
  readonly bucketCounts?: readonly string[];
  readonly explicitBounds?: readonly number[];
  readonly startTimeUnixNano?: string;
  readonly timeUnixNano: string;
}

interface Metric {
  readonly name: string;
  readonly gauge?: { readonly dataPoints: readonly Point[] };
  readonly sum?: { readonly dataPoints: readonly Point[] };
  readonly histogram?: { readonly dataPoints: readonly Point[] };
}

interface Exported {
  readonly resourceMetrics: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeMetrics: readonly { readonly metrics: readonly Metric[] }[];
  }[];
}

function exported(report: Report): Exported['resourceMetrics'][number] {
  const value: unknown = JSON.parse(renderOtlpMetrics(report));
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  const [only] = (value as Exported).resourceMetrics;
  if (only === undefined) {
    throw new Error('no metrics');
  }
  return only;
}

const labelsOf = (list: readonly Attribute[]) =>
  Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue]));

test('has the shape of OTLP/JSON and the samples of metrics.prom', () => {
  fc.assert(
    fc.property(arbitraryReport, (report) => {
      const metrics = exported(report).scopeMetrics.flatMap((scope) => scope.metrics);
      const samples = readOpenMetrics(renderOpenMetrics(report))
        .flatMap((family) => family.samples)
        .filter(({ name }) => !name.endsWith('_bucket'));
      const points = metrics.flatMap(({ name, gauge, sum, histogram }) => [
        ...[...(gauge?.dataPoints ?? []), ...(sum?.dataPoints ?? [])].map((point) => ({
          name,
          labels: labelsOf(point.attributes),
          value: point.asDouble ?? Number(point.asInt),
        })),
        ...(histogram?.dataPoints ?? []).flatMap((point) => {
          const labels = labelsOf(point.attributes);
          return [
            { name: `${name}_sum`, labels, value: point.sum },
            { name: `${name}_count`, labels, value: Number(point.count) },
          ];
        }),
      ]);
      expect(points).toEqual(samples);
    }),
    { numRuns: propertyRuns(60) },
  );
});

test('counts responses per bucket, not up to it, and all of them', () => {
  const report = foldRun([runStarted(), ...faultless(), runFinished()]);
  const histograms = exported(report).scopeMetrics.flatMap(({ metrics }) =>
    metrics.flatMap(({ histogram }) => histogram?.dataPoints ?? []),
  );
  expect(histograms.length).toBeGreaterThan(0);
  for (const { count, bucketCounts = [], explicitBounds = [] } of histograms) {
    expect(bucketCounts.length).toBe(explicitBounds.length + 1);
    expect(bucketCounts.reduce((sum, each) => sum + Number(each), 0)).toBe(Number(count));
  }
});

test('names the suite as the service and the base URL as its instance, with times in exact nanoseconds', () => {
  const report = foldRun([runStarted(), ...faultless(), runFinished()]);
  const { resource, scopeMetrics } = exported(report);
  expect(labelsOf(resource.attributes)).toEqual({
    'service.name': 'animal-store-conformance',
    'service.version': '0.1.0',
    'service.instance.id': 'http://127.0.0.1:8080/v1',
  });
  const requests = scopeMetrics[0]?.metrics.find(({ name }) => name === 'animal_store_requests_total');
  expect(requests?.sum?.dataPoints[0]).toMatchObject({
    startTimeUnixNano: '1767261600000000000',
    timeUnixNano: '1767261601840000000',
  });
});
