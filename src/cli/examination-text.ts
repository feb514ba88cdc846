import { paintFor, wrap } from '../report/terminal/layout.ts';
import { counted, listed, visibleLine } from '../report/words.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import type { Examination } from '../verify/examine.ts';

const marks = { good: 'ok', note: 'note', problem: 'problem' } as const;
const markWidth = 9;
const nameWidth = 13;
const narrowest = 40;

/** One step: its outcome, its name and its result; below a problem, the fix. */
export function stepText(
  { name, outcome, text, remedy }: PreflightStep,
  screen: { readonly columns: number; readonly color: boolean },
): string {
  const paint = paintFor(screen.color);
  const colors = { good: paint.green, note: paint.yellow, problem: paint.red };
  const room = Math.max(narrowest, screen.columns) - markWidth - nameWidth;
  const indent = `\n${' '.repeat(markWidth + nameWidth)}`;
  const said = wrap(visibleLine(text), room).join(indent);
  const toDo = remedy === null ? '' : `${indent}${wrap(`→ ${visibleLine(remedy)}`, room).join(indent)}`;
  const head = `${colors[outcome](marks[outcome])}${' '.repeat(markWidth - marks[outcome].length)}`;
  return `${head}${visibleLine(name).padEnd(nameWidth)}${said}${toDo}\n`;
}

/** The conclusion of the steps, and the animals that the examination created. @param columns the width of a line */
export function examinationText({ steps, ready, requests, created }: Examination, columns: number): string {
  const problems = [...new Set(steps.filter(({ outcome }) => outcome === 'problem').map(({ name }) => name))];
  const left =
    created.length === 0
      ? 'nothing created'
      : `${counted(created.length, 'animal')} created (id ${listed(created.map(visibleLine), 'and')}), which the interface can't delete`;
  const verdict = ready ? 'Ready to run.' : `Not ready: fix ${listed(problems, 'and')} first.`;
  const lines = [verdict, `${counted(requests, 'request')} sent, ${left}.`];
  return `\n${lines.flatMap((line) => wrap(line, Math.max(narrowest, columns))).join('\n')}\n`;
}
