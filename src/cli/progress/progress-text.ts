import type { PlanLimitProgress } from '../../plan-limits/plan-progress.ts';
import { acrossTitle, gapTexts } from '../../report/across-text.ts';
import { groupTitle } from '../../report/by-verdict.ts';
import { fit as fitted, wrap } from '../../report/terminal/layout.ts';
import { capitalised, counted, durationText, visibleLine } from '../../report/words.ts';
import type { AcrossRecord } from '../../verdict/across-record.ts';
import type { PreflightStep } from '../../verdict/run-event.ts';
import {
  currentWait,
  groupOf,
  type ProgressState,
  pacePerSecond,
  requirementsDone,
  type Wait,
} from './progress-state.ts';

/**
 * The line of a run in progress, which is redrawn: `Authentication 3/10 · 29/97 requirements, 17 not tested · 41
 * requests · 38/s`.
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
  parts.push(wait === null ? paceText(pacePerSecond(state, nowMs)) : waitText(wait, nowMs));
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

function paceText(perSecond: number): string {
  return perSecond >= 2 ? `${Math.round(perSecond)}/s` : `${Math.round(perSecond * 60)}/min`;
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
export function acrossLine(record: AcrossRecord): string | null {
  const { command, gap, promises, animals } = record;
  if (command === null || promises.length > 0 || animals.read > 0) {
    return null;
  }
  return visibleLine(
    gap === null ? `Running ${command.text}` : [acrossTitle(record), ...gapTexts(record)].join('; '),
  );
}
