import type { TargetTrend, Trend } from '../trend.ts';

/** A trend for programs, by `schemas/history.schema.json`. Changes refer to runs by their index. */
export function trendJson({ targets, skipped }: Trend): string {
  return `${JSON.stringify({ schemaVersion: 1, targets: targets.map(targetFacts), skipped }, null, 2)}\n`;
}

function targetFacts({ target, runs, rows }: TargetTrend) {
  return {
    target,
    runs: runs.map(({ requirements: _, target: _target, tag: _tag, ...facts }) => facts),
    requirements: rows.map(({ newest: _, ...row }) => row),
  };
}
