import { interfaceVersion } from '../../../suites/requirements.ts';
import type { OperationTraffic } from '../../exchange/traffic-tally.ts';
import type { Report, ReportRequirement, RunVerdict } from '../report.ts';

/** Label names and values, in the order in which they are written. */
export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** The observations of one label set. */
export interface HistogramSample {
  readonly labels: Labels;
  readonly count: number;
  readonly sum: number;
  /** Cumulative counts by ascending upper bound, without the last one, which is infinite. */
  readonly buckets: readonly { readonly bound: number; readonly count: number }[];
}

interface Described {
  /** Of a counter without `_total`. */
  readonly name: string;
  readonly help: string;
  readonly unit?: 'seconds';
}

export type MetricFamily = Described &
  (
    | { readonly type: 'gauge' | 'counter'; readonly samples: readonly Sample[] }
    | { readonly type: 'histogram'; readonly samples: readonly HistogramSample[] }
  );

/** The metrics of a report, independent of the format. Pure. */
export function metricFamilies(report: Report): MetricFamily[] {
  const { run, requirements } = report;
  const traffic = report.load?.traffic ?? report.traffic;
  return [
    {
      name: 'animal_store_requirement_held',
      type: 'gauge',
      help: '1 if the requirement held in the last run, 0 if it was violated, also where a waiver accepts that. A requirement that was not decided (not tested, inconclusive or observed only) has no sample.',
      samples: requirements.flatMap(heldSample),
    },
    {
      name: 'animal_store_requirement_waived',
      type: 'gauge',
      help: '1 for a violated requirement that a waiver, a baseline or the catalogue of the run accepts. Other requirements have no sample.',
      samples: requirements
        .filter(({ verdict }) => verdict === 'waived')
        .map((row) => ({ labels: requirementLabels(row), value: 1 })),
    },
    {
      name: 'animal_store_run_verdict',
      type: 'gauge',
      help: 'The verdict of the last run: 1 for the one it has, 0 for the others.',
      samples: verdicts.map((verdict) => ({
        labels: { verdict },
        value: verdict === report.verdict ? 1 : 0,
      })),
    },
    {
      name: 'animal_store_last_run_timestamp_seconds',
      type: 'gauge',
      unit: 'seconds',
      help: 'The end of the last run, in seconds since 1970.',
      samples: [single(Math.max(0, epochSeconds(run.finishedAt)))],
    },
    {
      name: 'animal_store_run_duration_seconds',
      type: 'gauge',
      unit: 'seconds',
      help: 'The duration of the last run.',
      samples: [single(run.durationMs / 1_000)],
    },
    {
      name: 'animal_store_requests',
      type: 'counter',
      help: 'Requests of the last run by operation and status of the response (none: without a response). Measurements of plan limits, and the warm-up of a load, are not counted.',
      samples: traffic.flatMap(requestSamples),
    },
    {
      name: 'animal_store_response_duration_seconds',
      type: 'histogram',
      unit: 'seconds',
      help: 'Time from the start of a request to the end of its response, of complete responses of the last run.',
      samples: traffic.map(durationSample),
    },
    {
      name: 'animal_store_findings',
      type: 'counter',
      help: 'Findings of the last run, including waived ones.',
      samples: [single(requirements.reduce((sum, { findings }) => sum + findings.length, 0))],
    },
    {
      name: 'animal_store_build_info',
      type: 'gauge',
      help: 'The version of the suite, of the interface and of the catalogue, and the base URL of the last run.',
      samples: [
        {
          labels: {
            version: report.tool.version,
            interface_version: interfaceVersion,
            catalogue: String(report.catalogue),
            base_url: report.target.baseUrl,
          },
          value: 1,
        },
      ],
    },
  ];
}

const verdicts: readonly RunVerdict[] = ['conformant', 'non-conformant', 'none'];

/** The seconds since 1970 of an ISO 8601 time; 0 for any other text. */
function epochSeconds(time: string): number {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? 0 : ms / 1_000;
}

function single(value: number): Sample {
  return { labels: {}, value };
}

function requirementLabels({ id, level }: ReportRequirement): Labels {
  return { requirement: id, level };
}

function heldSample(row: ReportRequirement): Sample[] {
  switch (row.verdict) {
    case 'passed':
      return [{ labels: requirementLabels(row), value: 1 }];
    case 'failed':
    case 'warned':
    case 'waived':
      return [{ labels: requirementLabels(row), value: 0 }];
    default:
      return [];
  }
}

function requestSamples({ operation, statuses, unanswered }: OperationTraffic): Sample[] {
  const counts = [...Object.entries(statuses), ...(unanswered > 0 ? [['none', unanswered] as const] : [])];
  return counts.map(([status, value]) => ({ labels: { operation: operation ?? 'other', status }, value }));
}

function durationSample({
  operation,
  durations: { count, sumMs, within },
}: OperationTraffic): HistogramSample {
  return {
    labels: { operation: operation ?? 'other' },
    count,
    sum: Number((sumMs / 1_000).toFixed(6)),
    buckets: within.map(({ ms, count: atMost }) => ({ bound: ms / 1_000, count: atMost })),
  };
}
