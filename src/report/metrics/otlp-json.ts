import type { Report } from '../report.ts';
import {
  epochSeconds,
  type HistogramSample,
  type Labels,
  type MetricFamily,
  metricFamilies,
} from './metric-families.ts';

/** Counts of one run: they begin anew with each (`AGGREGATION_TEMPORALITY_CUMULATIVE`, from the start of the run on). */
const cumulative = 2;

interface Times {
  readonly startTimeUnixNano: string;
  readonly timeUnixNano: string;
}

/**
 * The metrics of a report as the body of an OTLP/HTTP export in JSON (`ExportMetricsServiceRequest`, version 1), with
 * the names of `metrics.prom`. 64-bit integers are strings there.
 */
export function renderOtlpMetrics(report: Report): string {
  const { tool, run, target } = report;
  const times = { startTimeUnixNano: nanoseconds(run.startedAt), timeUnixNano: nanoseconds(run.finishedAt) };
  const resource = {
    'service.name': tool.name,
    'service.version': tool.version,
    'service.instance.id': target.baseUrl,
  };
  return JSON.stringify({
    resourceMetrics: [
      {
        resource: { attributes: attributes(resource) },
        scopeMetrics: [
          {
            scope: { name: tool.name, version: tool.version },
            metrics: metricFamilies(report)
              .filter(({ samples }) => samples.length > 0)
              .map((family) => otlpMetric(family, times)),
          },
        ],
      },
    ],
  });
}

function otlpMetric(family: MetricFamily, times: Times) {
  const { name, help: description } = family;
  const unit = family.unit === 'seconds' ? { unit: 's' } : {};
  switch (family.type) {
    case 'gauge': {
      const dataPoints = family.samples.map(({ labels, value }) => ({
        attributes: attributes(labels),
        timeUnixNano: times.timeUnixNano,
        asDouble: value,
      }));
      return { name, description, ...unit, gauge: { dataPoints } };
    }
    case 'counter': {
      const dataPoints = family.samples.map(({ labels, value }) => ({
        attributes: attributes(labels),
        ...times,
        asInt: String(value),
      }));
      const sum = { dataPoints, aggregationTemporality: cumulative, isMonotonic: true };
      return { name: `${name}_total`, description, ...unit, sum };
    }
    case 'histogram': {
      const dataPoints = family.samples.map((sample) => histogramPoint(sample, times));
      return { name, description, ...unit, histogram: { dataPoints, aggregationTemporality: cumulative } };
    }
  }
}

function histogramPoint({ labels, count, sum, buckets }: HistogramSample, times: Times) {
  const upTo = [...buckets.map((bucket) => bucket.count), count];
  return {
    attributes: attributes(labels),
    ...times,
    count: String(count),
    sum,
    bucketCounts: upTo.map((most, index) => String(most - (upTo[index - 1] ?? 0))),
    explicitBounds: buckets.map(({ bound }) => bound),
  };
}

function attributes(labels: Labels) {
  return Object.entries(labels).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}

/** A double does not hold the nanoseconds of today. */
function nanoseconds(time: string): string {
  return String(BigInt(Math.round(epochSeconds(time) * 1_000)) * 1_000_000n);
}
