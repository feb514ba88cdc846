import { isNewer } from '../report/by-verdict.ts';
import type { Report } from '../report/report.ts';
import { counted } from '../report/words.ts';

/** The settings of a run that determine what it can be compared with. */
export type Conduct = ReturnType<typeof conductOf>;

export interface RunNames {
  readonly before: string;
  readonly after: string;
}

const names: RunNames = { before: 'the earlier run', after: 'the later run' };

/** Why two runs can't be compared in full: one sentence each, without a full stop. */
export function hindrances(before: Report, after: Report): string[] {
  const [was, is] = [conductOf(before), conductOf(after)];
  return [
    ...conductHindrances(was, is, names),
    ...selectionHindrances(was, is, names.after),
    ...when(
      Date.parse(before.run.startedAt) > Date.parse(after.run.startedAt),
      'the report that is passed first was made after the other one',
    ),
    ...unfinished(before, names.before),
    ...unfinished(after, names.after),
  ];
}

/** The settings of two runs, apart from their selections, that make them differ. */
export function conductHindrances(
  before: Conduct,
  after: Conduct,
  { before: was, after: is }: RunNames,
): string[] {
  return [
    ...when(before.kind !== after.kind, `one is the report of ${before.kind}, the other of ${after.kind}`),
    ...when(
      before.effort !== after.effort,
      `the effort was ${before.effort}, and is ${after.effort}: more examples find more`,
    ),
    ...when(
      before.catalogue !== after.catalogue,
      `${is} is by another catalogue: version ${after.catalogue} in the place of ${before.catalogue}`,
    ),
    ...when(
      before.isReadOnly !== after.isReadOnly,
      `only ${after.isReadOnly ? is : was} is --read-only, and creates nothing`,
    ),
  ];
}

export function conductOf(report: Report) {
  const { run, catalogue, requirements } = report;
  return {
    kind: kindOf(report),
    effort: run.effort,
    isReadOnly: isReadOnly(report),
    /** The version of its catalogue; the meaning of an id never changes, but the set of ids and their levels may. */
    catalogue,
    requirements: requirements.filter((row) => !isNewer(row, report)).map(({ id }) => id),
    selected: run.selected,
  };
}

function selectionHindrances(before: Conduct, after: Conduct, name: string): string[] {
  const less = selectedMore(after, before);
  const more = selectedMore(before, after);
  const parts = [
    ...when(more > 0, `${counted(more, 'requirement')} more`),
    ...when(less > 0, `${counted(less, 'requirement')} fewer`),
  ];
  return when(parts.length > 0, `${name} selected ${parts.join(' and ')}`);
}

/** The number of requirements in both catalogues that one run selected and the other did not. */
export function selectedMore(before: Conduct, after: Conduct): number {
  const earlier = new Set(before.selected);
  const known = new Set(before.requirements);
  return after.requirements.filter((id) => known.has(id) && !earlier.has(id) && after.selected.includes(id))
    .length;
}

/** Why the verdicts of a run are incomplete. */
export function unfinished({ interrupted, verdict }: Report, name: string): string[] {
  return interrupted === null
    ? when(verdict === 'none', `${name} has no verdict`)
    : [`${name} ended early: ${interrupted}`];
}

export function kindOf({ run }: Report): string {
  return { load: 'a load', judge: 'recorded traffic', run: 'a run' }[run.kind ?? 'run'];
}

function isReadOnly({ run }: Report): boolean {
  return run.readOnly === true;
}

function when(condition: boolean, text: string): string[] {
  return condition ? [text] : [];
}
