import { groupTitle } from '../report/by-verdict.ts';
import { durationText } from '../report/number-text.ts';
import { fit as fitted } from '../report/terminal/text-layout.ts';
import { visibleLine } from '../report/visible-text.ts';
import { capitalised, counted } from '../report/words.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { measurementText } from './measurement-text.ts';
import {
  currentWait,
  type ProgressState,
  pacePerSecond,
  requirementsDone,
  type Wait,
} from './progress-state.ts';

/** The line that is drawn again and again: `Authentication 3/10 · 29/97 requirements, 17 not tested · 41 requests · 38/s`. */
export function statusLine(state: ProgressState, nowMs: number, columns: number): string {
  if (state.measured.size > 0) {
    return fitted(measurementText([...state.measured.values()]), Math.max(10, columns - 1));
  }
  const wait = currentWait(state, nowMs);
  const entry = state.group === null ? undefined : state.groups.get(state.group);
  const group =
    entry === undefined
      ? 'Starting'
      : `${groupTitle(state.group ?? '')} ${entry.done.size}/${entry.ids.size}`;
  const { done, skipped, total } = requirementsDone(state);
  const notTested = skipped === 0 ? '' : `, ${skipped} not tested`;
  const parts = [group, `${done}/${total} requirements${notTested}`, counted(state.requests, 'request')];
  parts.push(wait === null ? paceText(pacePerSecond(state, nowMs)) : waitText(wait, nowMs));
  return fitted(visibleLine(parts.join(' · ')), Math.max(10, columns - 1));
}

/** One line of a log for a group whose checks have all ended. */
export function groupLine(state: ProgressState, group: string, nowMs: number): string {
  const { ids, skipped } = state.groups.get(group) ?? { ids: new Set(), skipped: new Set() };
  const { done, total } = requirementsDone(state);
  const count = `${String(done).padStart(String(total).length)}/${total}`;
  const title = `${groupTitle(group)}: ${counted(ids.size, 'requirement')}`;
  if (skipped.size === ids.size) {
    return `${count}  ${title}, not tested`;
  }
  const notTested = skipped.size === 0 ? '' : `, ${skipped.size} not tested`;
  const elapsed = durationText(nowMs - state.startedAtMs);
  return `${count}  ${title}${notTested} (${counted(state.requests, 'request')} so far, ${elapsed})`;
}

/** `waiting 23 s, until 12:00:05: the quota of the key is used up`, by the clock of this machine. */
export function waitText(wait: Wait, nowMs: number): string {
  const seconds = Math.ceil((wait.untilMs - nowMs) / 1_000);
  const until = new Date(wait.untilMs).toTimeString().slice(0, 8);
  return `waiting ${seconds} s until ${until}: ${visibleLine(wait.reason)}`;
}

/** What the steps of the preflight are called in a line. */
const stepTitles: Readonly<Record<string, string>> = {
  reachable: 'Service',
  key: 'API key',
  clock: 'Clock',
  allowance: 'Quota',
  category: 'Category',
  name: 'Names',
};

/** One line for a step of the preflight. */
export function preflightLine({ name, outcome, text, remedy }: PreflightStep): string {
  const mark = { good: '', note: 'Note: ', problem: 'Problem: ' }[outcome];
  return visibleLine(
    `${mark}${stepTitles[name] ?? capitalised(name)}: ${text}${remedy === null ? '' : ` (${remedy})`}`,
  );
}

function paceText(perSecond: number): string {
  return perSecond >= 2 ? `${Math.round(perSecond)}/s` : `${Math.round(perSecond * 60)}/min`;
}
