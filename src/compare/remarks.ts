import { counted } from '../report/counted.ts';
import type { Report } from '../report/report.ts';
import { wordsOf } from '../report/shell-word.ts';

/** What has to be known to read a comparison. */
export interface Remark {
  /** `hindrance`: differences may come from how the runs were made. `note`: they don't, but it is good to know. */
  readonly kind: 'hindrance' | 'note';
  /** One sentence without a full stop. */
  readonly text: string;
}

/** Why two runs can't be compared in full, and what else differs between them. Pure. */
export function remarksOn(before: Report, after: Report): Remark[] {
  return [
    ...hindrances(before, after).map((text) => ({ kind: 'hindrance', text }) as const),
    ...notes(before, after).map((text) => ({ kind: 'note', text }) as const),
  ];
}

function hindrances(before: Report, after: Report): string[] {
  return [
    ...when(
      kindOf(before) !== kindOf(after),
      `one is the report of ${kindOf(before)}, the other of ${kindOf(after)}`,
    ),
    ...when(
      before.run.effort !== after.run.effort,
      `the effort was ${before.run.effort}, and is ${after.run.effort}: more examples find more`,
    ),
    ...catalogueHindrances(before, after),
    ...when(
      isReadOnly(before) !== isReadOnly(after),
      isReadOnly(after)
        ? 'the later run created nothing (--read-only), and the earlier one did'
        : 'the earlier run created nothing (--read-only), and the later one did',
    ),
    ...selectionHindrances(before, after),
    ...unfinished(before, 'earlier'),
    ...unfinished(after, 'later'),
  ];
}

function notes(before: Report, after: Report): string[] {
  return [
    ...when(
      before.target.baseUrl !== after.target.baseUrl,
      `the target was ${before.target.baseUrl}, and is ${after.target.baseUrl}`,
    ),
    ...when(
      before.tool.version !== after.tool.version,
      `the version of ${after.tool.name} was ${before.tool.version}, and is ${after.tool.version}`,
    ),
    ...when(
      Date.parse(before.run.startedAt) > Date.parse(after.run.startedAt),
      'the run that is named first was made after the other one',
    ),
  ];
}

/** What ids mean never changes, but which there are does, and so may their level. */
function catalogueHindrances(before: Report, after: Report): string[] {
  const earlier = new Map(before.requirements.map(({ id, level }) => [id, level]));
  const later = new Map(after.requirements.map(({ id, level }) => [id, level]));
  const added = [...later.keys()].filter((id) => !earlier.has(id));
  const gone = [...earlier.keys()].filter((id) => !later.has(id));
  const levels = [...later].filter(([id, level]) => (earlier.get(id) ?? level) !== level);
  const parts = [
    ...when(added.length > 0, `${counted(added.length, 'requirement')} more`),
    ...when(gone.length > 0, `${counted(gone.length, 'requirement')} less`),
    ...when(levels.length > 0, `${counted(levels.length, 'requirement')} of another level`),
  ];
  return when(parts.length > 0, `the later run is by another catalogue: ${parts.join(', ')}`);
}

function selectionHindrances(before: Report, after: Report): string[] {
  const earlier = new Set(before.run.selected);
  const later = new Set(after.run.selected);
  const more = [...later].filter((id) => !earlier.has(id)).length;
  const less = [...earlier].filter((id) => !later.has(id)).length;
  const parts = [
    ...when(more > 0, `${counted(more, 'requirement')} more`),
    ...when(less > 0, `${counted(less, 'requirement')} less`),
  ];
  return when(parts.length > 0, `the later run was asked to decide ${parts.join(' and ')}`);
}

function unfinished({ interrupted, verdict }: Report, which: 'earlier' | 'later'): string[] {
  return interrupted === null
    ? when(verdict === 'none', `the ${which} run has no verdict`)
    : [`the ${which} run ended early: ${interrupted}`];
}

/** What a report is of. */
export function kindOf({ run }: Report): string {
  return { load: 'a load', judge: 'recorded traffic', run: 'a run' }[run.kind ?? 'run'];
}

function isReadOnly({ run }: Report): boolean {
  return wordsOf(run.command).includes('--read-only');
}

function when(condition: boolean, text: string): string[] {
  return condition ? [text] : [];
}
