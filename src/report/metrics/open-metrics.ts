import type { Report } from '../report.ts';
import { visibleText } from '../words.ts';
import { type HistogramSample, type Labels, type MetricFamily, metricFamilies } from './metric-families.ts';

/**
 * The metrics of a report in the text format of OpenMetrics 1.0. Of its types only those that the older text format of
 * Prometheus has, too: the textfile collector of node_exporter and the Pushgateway read no other (`info`, `stateset`).
 */
export function renderOpenMetrics(report: Report): string {
  return openMetricsText(metricFamilies(report));
}

export function openMetricsText(families: readonly MetricFamily[]): string {
  return `${families.flatMap(familyLines).join('\n')}\n# EOF\n`;
}

function familyLines(family: MetricFamily): string[] {
  const { name, type, unit, help } = family;
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escaped(help)}`,
    ...sampleLines(family),
  ];
}

function sampleLines(family: MetricFamily): string[] {
  const { name } = family;
  switch (family.type) {
    case 'gauge':
      return family.samples.map(({ labels, value }) => sampleLine(name, labels, value));
    case 'counter':
      return family.samples.map(({ labels, value }) => sampleLine(`${name}_total`, labels, value));
    case 'histogram':
      return family.samples.flatMap((sample) => histogramLines(name, sample));
  }
}

function histogramLines(name: string, { labels, count, sum, buckets }: HistogramSample): string[] {
  return [
    ...buckets.map((bucket) =>
      sampleLine(`${name}_bucket`, { ...labels, le: canonical(bucket.bound) }, bucket.count),
    ),
    sampleLine(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    sampleLine(`${name}_sum`, labels, sum),
    sampleLine(`${name}_count`, labels, count),
  ];
}

function sampleLine(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}

/** The text of a bound is part of a series' identity: OpenMetrics writes whole numbers as `1.0`. */
function canonical(bound: number): string {
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}

function escaped(text: string): string {
  return visibleText(text).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}
