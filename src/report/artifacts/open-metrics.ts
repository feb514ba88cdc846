import { interfaceVersion } from '../../../suites/requirements.ts';
import type { OperationTraffic } from '../../exchange/operation-traffic.ts';
import type { Report, ReportRequirement, RunVerdict } from '../report.ts';
import { visibleText } from '../words.ts';

/** Labels in their order, a value, and the suffix of its name. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number, suffix?: string];

type Type = 'gauge' | 'counter' | 'histogram';

/**
 * The metrics of a report in the text format of OpenMetrics 1.0. Of its types only those that the older text format of
 * Prometheus has, too: the textfile collector of node_exporter and the Pushgateway read no other (`info`, `stateset`).
 */
export function renderOpenMetrics(report: Report): string {
  const { run, requirements } = report;
  const traffic = report.load?.traffic ?? report.traffic;
  const lines = [
    family(
      'gauge',
      'animal_store_requirement_held',
      '1 if the requirement held in the last run, 0 if it was violated, also where a waiver accepts that. A requirement that was not decided (not tested, inconclusive or observed only) has no sample.',
      requirements.flatMap((row) => heldSample(row)),
    ),
    family(
      'gauge',
      'animal_store_requirement_waived',
      '1 for a violated requirement that a waiver, a baseline or the catalogue of the run accepts. Other requirements have no sample.',
      requirements
        .filter(({ verdict }) => verdict === 'waived')
        .map(({ id, level }) => [{ requirement: id, level }, 1]),
    ),
    family(
      'gauge',
      'animal_store_run_verdict',
      'The verdict of the last run: 1 for the one it has, 0 for the others.',
      verdicts.map((verdict) => [{ verdict }, verdict === report.verdict ? 1 : 0]),
    ),
    family(
      'gauge',
      'animal_store_last_run_timestamp_seconds',
      'The end of the last run, in seconds since 1970.',
      [[{}, Math.max(0, epochSeconds(run.finishedAt))]],
    ),
    family('gauge', 'animal_store_run_duration_seconds', 'The duration of the last run.', [
      [{}, run.durationMs / 1_000],
    ]),
    family(
      'counter',
      'animal_store_requests',
      'Requests of the last run by operation and status of the response (none: without a response). Measurements of plan limits, and the warm-up of a load, are not counted.',
      traffic.flatMap(requestSamples),
    ),
    family(
      'histogram',
      'animal_store_response_duration_seconds',
      'Time from the start of a request to the end of its response, of complete responses of the last run.',
      traffic.flatMap(durationSamples),
    ),
    family('counter', 'animal_store_findings', 'Findings of the last run, including waived ones.', [
      [{}, requirements.reduce((sum, { findings }) => sum + findings.length, 0), '_total'],
    ]),
    family(
      'gauge',
      'animal_store_build_info',
      'The version of the suite, of the interface and of the catalogue, and the base URL of the last run.',
      [[buildLabels(report), 1]],
    ),
  ];
  return `${lines.flat().join('\n')}\n# EOF\n`;
}

const verdicts: readonly RunVerdict[] = ['conformant', 'non-conformant', 'none'];

function heldSample({ id, level, verdict }: ReportRequirement): Sample[] {
  const labels = { requirement: id, level };
  if (verdict === 'passed') {
    return [[labels, 1]];
  }
  return verdict === 'failed' || verdict === 'warned' || verdict === 'waived' ? [[labels, 0]] : [];
}

/** The seconds since 1970 of an ISO 8601 time. */
function epochSeconds(time: string): number {
  return Date.parse(time) / 1_000;
}

function requestSamples({ operation, statuses, unanswered }: OperationTraffic): Sample[] {
  const counts = [...Object.entries(statuses), ...(unanswered > 0 ? [['none', unanswered] as const] : [])];
  return counts.map(([status, count]) => [{ operation: operation ?? 'other', status }, count, '_total']);
}

/** Cumulative counts by ascending upper bound; the last one is infinite. */
function durationSamples({ operation, durations: { count, sumMs, within } }: OperationTraffic): Sample[] {
  const labels = { operation: operation ?? 'other' };
  return [
    ...within.map(
      ({ ms, count: atMost }): Sample => [{ ...labels, le: canonical(ms / 1_000) }, atMost, '_bucket'],
    ),
    [{ ...labels, le: '+Inf' }, count, '_bucket'],
    [labels, Number((sumMs / 1_000).toFixed(6)), '_sum'],
    [labels, count, '_count'],
  ];
}

function buildLabels({ tool, catalogue, target }: Report) {
  return {
    version: tool.version,
    interface_version: interfaceVersion,
    catalogue: String(catalogue),
    base_url: target.baseUrl,
  };
}

/** The lines of a metric. @param name of a counter without `_total` */
function family(type: Type, name: string, help: string, samples: readonly Sample[]): string[] {
  return [
    `# TYPE ${name} ${type}`,
    ...(name.endsWith('_seconds') ? [`# UNIT ${name} seconds`] : []),
    `# HELP ${name} ${escaped(help)}`,
    ...samples.map(([labels, value, suffix = '']) => {
      const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
      return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
    }),
  ];
}

/** The text of a bound, which is part of a series' identity: OpenMetrics writes integers as `1.0`. */
function canonical(bound: number): string {
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}

function escaped(text: string): string {
  return visibleText(text).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}
