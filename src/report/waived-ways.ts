import type { RequirementVerdict } from '../verdict/requirement.ts';
import { withVerdict } from './by-verdict.ts';
import type { Report, ReportRequirement, WaivedBy } from './report.ts';

/** Violated requirements that don't fail the run for one reason. */
export interface WaivedWay {
  readonly by: WaivedBy;
  /** Of their section on a page. */
  readonly anchor: string;
  readonly title: string;
  /** What is said of one, and of several: `3 failed before`. */
  readonly word: string;
  /** What the verdict leaves out: `but for what failed before`. */
  readonly exception: string;
  readonly requirements: readonly ReportRequirement[];
}

const ways: readonly WaivedBy[] = ['waivers', 'baseline', 'catalogue'];
const words: Readonly<Record<WaivedBy, string>> = {
  waivers: 'waived',
  baseline: 'failed before',
  catalogue: 'newer than the catalogue',
};

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

/** What a requirement is called that is waived. */
export function waivedWord({ waivedBy = 'waivers' }: ReportRequirement): string {
  return words[waivedBy];
}

/** What it is called on a page: `MUST, failed before`. */
export function verdictWordOf(requirement: ReportRequirement): string {
  return requirement.verdict === 'waived' ? waivedWord(requirement) : requirement.verdict;
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

/** What requirements with these verdicts are called on a page or in a table, in the order of the verdicts. */
export function verdictWords(verdicts: readonly RequirementVerdict[]): string[] {
  return verdicts.flatMap((verdict) => (verdict === 'waived' ? ways.map((by) => words[by]) : [verdict]));
}
