import type { RequirementVerdict } from '../verdict/requirement.ts';
import { withVerdict } from './by-verdict.ts';
import type { Report, ReportRequirement, WaivedBy } from './report.ts';

/** Violated requirements that don't fail the run for one reason. */
interface WaivedWay {
  readonly by: WaivedBy;
  readonly anchor: string;
  readonly title: string;
  /** The text for one and for several: `3 failed before`. */
  readonly word: string;
  /** The exception in the verdict: `except what failed before`. */
  readonly exception: string;
  readonly requirements: readonly ReportRequirement[];
}

const ways: readonly WaivedBy[] = ['waivers', 'baseline', 'catalogue'];
const words: Readonly<Record<WaivedBy, string>> = {
  waivers: 'waived',
  baseline: 'failed before',
  catalogue: 'newer than the catalogue',
};
/** So short that a table of them fits 80 columns. */
const heads: Readonly<Record<WaivedBy, string>> = {
  waivers: 'waived',
  baseline: 'before',
  catalogue: 'newer',
};

/** Requirements that are called by one word on a page or in a table. */
interface SameWord {
  readonly verdict: RequirementVerdict;
  readonly word: string;
  readonly head: string;
  readonly requirements: readonly ReportRequirement[];
}

/** Those that there are, apart: covered by waivers, failed before, newer than the catalogue. */
export function waivedWays(report: Report): WaivedWay[] {
  const waived = withVerdict(report, 'waived');
  return ways
    .map((by) => ({
      ...textsOf(by, report),
      by,
      word: words[by],
      requirements: waived.filter(({ waivedBy = 'waivers' }) => waivedBy === by),
    }))
    .filter(({ requirements }) => requirements.length > 0);
}

/** The same of MUST requirements alone, with how many they are. */
export function waivedMust(report: Report): (WaivedWay & { readonly count: number })[] {
  return waivedWays(report)
    .map((way) => ({ ...way, count: way.requirements.filter(({ level }) => level === 'MUST').length }))
    .filter(({ count }) => count > 0);
}

/** The label of a requirement on a page: `MUST, failed before`. */
export function verdictWordOf({ verdict, waivedBy = 'waivers' }: ReportRequirement): string {
  return verdict === 'waived' ? words[waivedBy] : wordOf(verdict);
}

/** The requirements by label, in the order of these verdicts; empty labels are omitted. */
export function byVerdictWord(
  requirements: readonly ReportRequirement[],
  verdicts: readonly RequirementVerdict[],
): SameWord[] {
  const called = verdicts.flatMap((verdict): Omit<SameWord, 'requirements'>[] =>
    verdict === 'waived'
      ? ways.map((by) => ({ verdict, word: words[by], head: heads[by] }))
      : [{ verdict, word: wordOf(verdict), head: wordOf(verdict) }],
  );
  return called
    .map((one) => ({ ...one, requirements: requirements.filter((row) => verdictWordOf(row) === one.word) }))
    .filter(({ requirements: same }) => same.length > 0);
}

function wordOf(verdict: RequirementVerdict): string {
  return verdict === 'skipped' ? 'not tested' : verdict;
}

function textsOf(by: WaivedBy, { catalogue }: Report): Pick<WaivedWay, 'anchor' | 'title' | 'exception'> {
  switch (by) {
    case 'waivers':
      return { anchor: 'waived', title: 'Waived', exception: 'what is waived' };
    case 'baseline':
      return { anchor: 'failed-before', title: 'Failed before', exception: 'what failed before' };
    case 'catalogue':
      return {
        anchor: 'newer',
        title: `Newer than catalogue ${catalogue}`,
        exception: `what is newer than catalogue ${catalogue}`,
      };
  }
}

/**
 * The advice after failures of the baseline were fixed, or `''`. A run that fails, is partly undecided or selects less
 * can't replace the baseline: the known failures that it does not show would be lost.
 */
export function fixedAdvice({ baseline, verdict, interrupted }: Report): string {
  if (baseline === null || baseline.fixed.length === 0) {
    return '';
  }
  const decidesAll = baseline.undecided.length === 0 && baseline.leftOut.length === 0;
  const isNext = verdict === 'conformant' && interrupted === null && decidesAll;
  return isNext
    ? `These failed in ${baseline.source}. Replace it with this run's report.json, so that a regression fails the run.`
    : `These failed in ${baseline.source}. Use the report.json of a complete run without failures as the next baseline.`;
}

/** The verdict of the baseline on a requirement that fails now, without a full stop, or `null` if it failed there. */
export function sinceBaseline(id: string, { baseline }: Report): string | null {
  if (baseline?.broke.includes(id)) {
    return `passed in the baseline, ${baseline.source}`;
  }
  return baseline?.newlyTested.includes(id) ? `undecided in the baseline, ${baseline.source}` : null;
}
