import type { History, TargetHistory } from '../history.ts';

/** A history for programs, by `schemas/history.schema.json`. Changes refer to runs by their index. */
export function historyJson({ targets, skipped }: History): string {
  return `${JSON.stringify({ schemaVersion: 1, targets: targets.map(targetFacts), skipped }, null, 2)}\n`;
}

function targetFacts({ target, runs, rows }: TargetHistory) {
  return {
    target,
    runs: runs.map(({ requirements: _, target: _target, tag: _tag, ...facts }) => facts),
    requirements: rows.map(({ newest: _, ...row }) => row),
  };
}
