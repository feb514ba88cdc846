import type { PlanLimitProgress } from '../../plan-limits/plan-progress.ts';
import type { PrintedEvent } from '../report-files/present-report.ts';

const paceWindowMs = 5_000;

/** The progress of a run, folded from its events and their times, in ms by any one clock. */
export interface ProgressState {
  readonly startedAtMs: number;
  readonly selected: readonly string[];
  /** The selected requirements whose check ended, and whether each was skipped. */
  readonly done: Map<string, boolean>;
  group: string | null;
  requests: number;
  /** The end times of the newest exchanges. */
  readonly recent: number[];
  wait: Wait | null;
  /** The progress of measured plans, by name. */
  readonly measured: Map<string, PlanLimitProgress>;
}

export interface Wait {
  readonly reason: string;
  readonly untilMs: number;
}

export function newProgress(selected: readonly string[], nowMs: number): ProgressState {
  return {
    startedAtMs: nowMs,
    selected,
    done: new Map(),
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
      if (state.selected.includes(event.requirement) && !state.done.has(event.requirement)) {
        state.done.set(event.requirement, event.outcome === 'skipped');
      }
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

/** How many requirements were tested, how many are not tested, and how many are selected. */
export function requirementsDone({
  done,
  selected,
}: ProgressState): Record<'tested' | 'skipped' | 'total', number> {
  const skipped = [...done.values()].filter((isSkipped) => isSkipped).length;
  return { tested: done.size - skipped, skipped, total: selected.length };
}

/** Requests per second, over the last 5 s or, earlier, since the start. */
export function pacePerSecond(state: ProgressState, nowMs: number): number {
  const spanMs = Math.min(paceWindowMs, Math.max(1, nowMs - state.startedAtMs));
  return (state.recent.filter((endedAtMs) => endedAtMs >= nowMs - spanMs).length * 1_000) / spanMs;
}

export function currentWait(state: ProgressState, nowMs: number): Wait | null {
  return state.wait !== null && state.wait.untilMs > nowMs ? state.wait : null;
}

/** The group of a requirement: `auth`. */
export function groupOf(id: string): string {
  return id.split('/')[0] ?? id;
}
