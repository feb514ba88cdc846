import type { PlanLimitProgress } from '../../plan-limits/plan-progress.ts';
import type { PrintedEvent } from '../report-files/present-report.ts';

const paceWindowMs = 5_000;

/** The progress of a run, folded from its events and their times, in ms by any one clock. */
export interface ProgressState {
  readonly startedAtMs: number;
  readonly groups: ReadonlyMap<string, GroupProgress>;
  group: string | null;
  requests: number;
  /** The end times of the newest exchanges. */
  readonly recent: number[];
  wait: Wait | null;
  /** The progress of measured plans, by name. */
  readonly measured: Map<string, PlanLimitProgress>;
}

/** The selected requirements of a group, by their ids. */
export interface GroupProgress {
  readonly ids: Set<string>;
  /** Those whose check ended, and the ones among them that are not tested. */
  readonly done: Set<string>;
  readonly skipped: Set<string>;
}

export interface Wait {
  readonly reason: string;
  readonly untilMs: number;
}

export function newProgress(selected: readonly string[], nowMs: number): ProgressState {
  const groups = new Map<string, GroupProgress>();
  for (const id of selected) {
    const group = groupOf(id);
    const entry = groups.get(group) ?? { ids: new Set(), done: new Set(), skipped: new Set() };
    entry.ids.add(id);
    groups.set(group, entry);
  }
  return {
    startedAtMs: nowMs,
    groups,
    group: null,
    requests: 0,
    recent: [],
    wait: null,
    measured: new Map(),
  };
}

export function advance(state: ProgressState, event: PrintedEvent, nowMs: number): void {
  switch (event.type) {
    case 'measuring':
      state.requests += event.sent - (state.measured.get(event.plan)?.sent ?? 0);
      state.measured.set(event.plan, event);
      break;
    case 'run-finished':
      state.measured.clear();
      break;
    case 'check-started':
      state.group = groupOf(event.requirement);
      break;
    case 'check-finished':
      finish(state, event.requirement, event.outcome === 'skipped');
      break;
    case 'exchange':
      // A measurement counts its requests itself, because only some of its exchanges are events.
      state.requests += state.measured.size === 0 ? 1 : 0;
      state.recent.push(nowMs);
      while (state.recent.length > 0 && (state.recent[0] ?? nowMs) < nowMs - paceWindowMs) {
        state.recent.shift();
      }
      break;
    case 'wait':
      state.wait = { reason: event.reason, untilMs: nowMs + event.durationMs };
      break;
  }
}

function finish(state: ProgressState, requirement: string, skipped: boolean): void {
  const entry = state.groups.get(groupOf(requirement));
  if (entry?.ids.has(requirement) === true && !entry.done.has(requirement)) {
    entry.done.add(requirement);
    if (skipped) {
      entry.skipped.add(requirement);
    }
  }
}

/** How many requirements were tested, how many are not tested, and how many are selected. */
export function requirementsDone(state: ProgressState): Record<'tested' | 'skipped' | 'total', number> {
  const sum = (part: keyof GroupProgress) =>
    [...state.groups.values()].reduce((count, group) => count + group[part].size, 0);
  const skipped = sum('skipped');
  return { tested: sum('done') - skipped, skipped, total: sum('ids') };
}

/** Requests per second, over the last 5 s or, earlier, since the start. */
export function pacePerSecond(state: ProgressState, nowMs: number): number {
  const spanMs = Math.min(paceWindowMs, Math.max(1, nowMs - state.startedAtMs));
  return (state.recent.filter((endedAtMs) => endedAtMs >= nowMs - spanMs).length * 1_000) / spanMs;
}

export function currentWait(state: ProgressState, nowMs: number): Wait | null {
  return state.wait !== null && state.wait.untilMs > nowMs ? state.wait : null;
}

function groupOf(id: string): string {
  return id.split('/')[0] ?? id;
}
