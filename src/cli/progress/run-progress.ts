import type { PlanLimitProgress } from '../../quota/measure/measurement.ts';
import { acrossTitle, gapTexts } from '../../report/across-text.ts';
import { groupTitle } from '../../report/by-verdict.ts';
import { fit as fitted, wrap } from '../../report/terminal/layout.ts';
import { capitalised, counted, durationText, visibleLine } from '../../report/words.ts';
import type { AcrossRecord } from '../../verdict/across-record.ts';
import type { PreflightStep } from '../../verdict/run-event.ts';
import type { PrintedEvent } from '../report-files/present-report.ts';
import type { Screen } from '../screen.ts';
import { liveLines, loggedLines, type Progress } from './live-lines.ts';

/**
 * Shows the results of the preflight and the progress of a run. Problems of the preflight are shown at the end, with the
 * verdict.
 *
 * @param selected the ids that the run decides
 * @param redraw as one line, instead of lines of a log
 */
export function showProgress(screen: Screen, redraw: boolean, selected: readonly string[]): Progress {
  const state = newProgress(selected);
  const lines = () => [statusLine(state, Date.now(), screen.columns())];
  const { note, end } = liveLines(screen, redraw, lines, { redrawMs: 100 });
  return {
    see: (event) => {
      advance(state, event, Date.now());
      const line = permanentLine(event, screen.columns());
      if (line !== null) {
        note(line);
      }
    },
    note,
    end,
  };
}

const logColumns = 160;

/** Writes a line on the progress of a run every 10 s. A shorter run writes nothing. */
export function logProgress(selected: readonly string[], write: (line: string) => void): Progress {
  const state = newProgress(selected);
  const shown = loggedLines(write, () => [statusLine(state, Date.now(), logColumns)], 10_000);
  return { ...shown, see: (event) => advance(state, event, Date.now()) };
}

function permanentLine(event: PrintedEvent, columns: number): string | null {
  if (event.type === 'preflight' && event.step.outcome !== 'problem') {
    return preflightLines(event.step, columns);
  }
  return event.type === 'across' ? acrossLine(event.record) : null;
}

/** The progress of a run, folded from its events and their times, in ms by any one clock. */
export interface ProgressState {
  readonly selected: readonly string[];
  /** The selected requirements whose check ended, and whether each was skipped. */
  readonly done: Map<string, boolean>;
  group: string | null;
  requests: number;
  wait: Wait | null;
  /** The progress of measured plans, by name. */
  readonly measured: Map<string, PlanLimitProgress>;
}

interface Wait {
  readonly reason: string;
  readonly untilMs: number;
}

export function newProgress(selected: readonly string[]): ProgressState {
  return { selected, done: new Map(), group: null, requests: 0, wait: null, measured: new Map() };
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

function currentWait(state: ProgressState, nowMs: number): Wait | null {
  return state.wait !== null && state.wait.untilMs > nowMs ? state.wait : null;
}

/** The group of a requirement: `auth`. */
function groupOf(id: string): string {
  return id.split('/')[0] ?? id;
}

/**
 * The line of a run in progress, which is redrawn: `Authentication 3/10 · 29/97 requirements, 17 not tested · 41
 * requests`.
 */
export function statusLine(state: ProgressState, nowMs: number, columns: number): string {
  if (state.measured.size > 0) {
    return fitted(measurementText([...state.measured.values()]), Math.max(10, columns - 1));
  }
  const wait = currentWait(state, nowMs);
  const ids = state.selected.filter((id) => groupOf(id) === state.group);
  const done = ids.filter((id) => state.done.has(id)).length;
  const group = ids.length === 0 ? 'Starting' : `${groupTitle(state.group ?? '')} ${done}/${ids.length}`;
  const { tested, skipped, total } = requirementsDone(state);
  const notTested = skipped === 0 ? '' : `, ${skipped} not tested`;
  const parts = [group, `${tested}/${total} requirements${notTested}`, counted(state.requests, 'request')];
  if (wait !== null) {
    parts.push(waitText(wait, nowMs));
  }
  return fitted(visibleLine(parts.join(' · ')), Math.max(10, columns - 1));
}

/** `waiting 23 s until 12:00:05: the quota of the key is exhausted`, by the clock of this machine. */
function waitText(wait: Wait, nowMs: number): string {
  const seconds = Math.ceil((wait.untilMs - nowMs) / 1_000);
  const until = new Date(wait.untilMs).toTimeString().slice(0, 8);
  return `waiting ${seconds} s until ${until}: ${visibleLine(wait.reason)}`;
}

const narrowest = 40;
const indent = '  ';
const stepTitles: Readonly<Record<string, string>> = {
  reachable: 'Service',
  key: 'API key',
  clock: 'Clock',
  allowance: 'Quota',
  category: 'Category',
  name: 'Names',
};

/** One step, in lines of at most `columns`. */
export function preflightLines({ name, outcome, text, remedy }: PreflightStep, columns: number): string {
  const mark = { good: '', note: 'Note: ', problem: 'Problem: ' }[outcome];
  const advice = remedy === null ? '' : ` (${remedy})`;
  return wrapped(visibleLine(`${mark}${stepTitles[name] ?? capitalised(name)}: ${text}${advice}`), columns);
}

function wrapped(line: string, columns: number): string {
  return wrap(line, Math.max(narrowest, columns) - indent.length).join(`\n${indent}`);
}

/** The state of the measured plans, for a line that is redrawn and may be cut at its end. */
function measurementText(plans: readonly PlanLimitProgress[]): string {
  const [only, ...others] = plans;
  if (only === undefined) {
    return '';
  }
  if (others.length === 0) {
    return `${only.plan} · ${leftText(only.leftMs)} · ${only.admitted} served, ${only.refused} refused · ${visibleLine(only.doing)}`;
  }
  const each = plans.map(
    ({ plan, admitted, refused, leftMs }) => `${plan} ${admitted}+${refused}, ${leftText(leftMs)}`,
  );
  return `served + refused: ${each.join(' · ')}`;
}

/** Whole seconds, because the line is redrawn often. */
function leftText(leftMs: number): string {
  return leftMs < 1_000
    ? 'almost done'
    : `${durationText(Math.round(leftMs / 1_000) * 1_000).replace('.0 s', ' s')} left`;
}

/** A line when the command of `--across` starts, and one when the gap is over; otherwise `null`. */
function acrossLine(record: AcrossRecord): string | null {
  const { command, gap, promises, animals } = record;
  if (command === null || promises.length > 0 || animals.read > 0) {
    return null;
  }
  return visibleLine(
    gap === null ? `Running ${command.text}` : [acrossTitle(record), ...gapTexts(record)].join('; '),
  );
}
