import { durationText, numberText, visibleLine } from '../report/words.ts';
import { ampleLimit, quickCreationMs, quickMs } from '../suite/case-amounts.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { planRun, type RunPlan } from '../verify/run-plan.ts';
import { plans } from './options/service-values.ts';
import type { Screen } from './screen.ts';

/** Prints what a run would do: its checks, with requests and creations, and how long it would take on each plan. */
export function printPlan(options: RunOptions, reference: boolean, output: Screen): void {
  const plan = planRun(options);
  const target = reference ? 'the reference implementation' : options.baseUrl;
  output.write(`Dry run: nothing was sent to ${target}.\n\n`);
  output.write(`${checkTable(plan)}\n\n${paceText(plan, options)}\n`);
  if (plan.leftOut.length > 0) {
    output.write(`Left out at --effort ${options.effort}: ${plan.leftOut.join(', ')}.\n`);
  }
  if (plan.mostRequests !== null) {
    output.write(
      `Up to about ${numberText(plan.mostRequests)} requests in total, with further cases (malformed and unusual inputs), if the key has ${numberText(ampleLimit)} requests per minute or more and the service responds within ${quickMs} ms, to creations within ${quickCreationMs} ms.\n`,
    );
  }
  if (plan.measurements.length > 0) {
    output.write(`\nPlan limits, measured side by side with keys of their own:\n${measurementTable(plan)}\n`);
  }
  if (options.across !== undefined) {
    output.write(
      `\nThen this command runs, with at most 4 requests/s meanwhile: ${visibleLine(options.across.command)}\n`,
    );
  }
}

function measurementTable({ measurements }: RunPlan): string {
  const rows = measurements.flatMap(({ plan, cost }) => [
    measurementRow(plan, cost),
    ...(cost.day === null
      ? []
      : [measurementRow(`${plan}, daily limit`, { ...cost.day, creations: 0, refused: null })]),
  ]);
  return aligned([['plan', 'requests', 'creations', 'refused', 'time'], ...rows]);
}

function measurementRow(
  name: string,
  cost: Record<'requests' | 'creations' | 'durationMs', number> & { readonly refused: number | null },
): string[] {
  const refused = cost.refused === null ? 'a few' : `${cost.refused}`;
  return [name, `${cost.requests}`, `${cost.creations}`, refused, `about ${durationText(cost.durationMs)}`];
}

function checkTable(plan: RunPlan): string {
  const rows = [
    ['check', 'requests', 'creations', 'cases', 'generated'],
    ...plan.checks.map(({ requirement, requests, creations, cases, generated }) => [
      requirement,
      String(requests),
      String(creations),
      cases === null ? '' : String(cases),
      generated === 0 ? '' : String(generated),
    ]),
    ['total', String(plan.requests), String(plan.creations)],
  ];
  return aligned(rows);
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function paceText(plan: RunPlan, options: RunOptions): string {
  const lines = plans.flatMap((name) => {
    const limit = options.planLimits[name];
    if (limit === undefined) {
      return [];
    }
    const rate = `  ${name.padEnd(10)}  ${String(limit.perMinute).padStart(6)} per minute: `;
    return [`${rate}${waitText(plan.requests, limit, options.minuteMs)}`];
  });
  return `Duration at the rate limit of each plan, with an unused quota:\n${lines.join('\n')}`;
}

function waitText(
  requests: number,
  limit: { readonly perMinute: number; readonly perDay: number },
  minuteMs: number,
): string {
  if (requests > limit.perDay) {
    return `more than its ${numberText(limit.perDay)} requests per day; pass a smaller --effort, or --only`;
  }
  if (requests <= limit.perMinute) {
    return 'no wait';
  }
  return `about ${durationText((requests / limit.perMinute) * minuteMs)}`;
}
