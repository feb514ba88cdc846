import type { ReportFinding, ReportRequirement } from '../report.ts';

/**
 * The id of a finding on the page: `list/limit-bounds-count/more-than-limit`. Of two kinds that would read alike
 * the later one gets a number.
 */
export function anchorOf({ id, findings }: ReportRequirement, finding: ReportFinding): string {
  const word = wordOf(finding);
  const alike = findings.slice(0, findings.indexOf(finding)).filter((other) => wordOf(other) === word).length;
  return `${id}/${word}${alike === 0 ? '' : `.${alike + 1}`}`;
}

function wordOf({ kind }: ReportFinding): string {
  const word = kind
    .toLowerCase()
    .slice(0, 80)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return word === '' ? 'finding' : word;
}
