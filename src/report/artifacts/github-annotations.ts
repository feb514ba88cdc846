import { byEarliest, withVerdict } from '../by-verdict.ts';
import type { Report } from '../report.ts';
import { bounded, counted, visibleLine, visibleText } from '../words.ts';
import { type TestCase, testCases } from './test-cases.ts';

/** GitHub shows ten errors of a step and silently drops the others, so the tenth one counts them. */
const mostShown = 9;
const longestMessage = 2_000;
const ranks = ['no-verdict', 'internal', 'MUST', 'objective', 'stale-waiver', 'SHOULD'];

/**
 * The most severe failures as workflow commands of GitHub Actions, one per line: first the reason for no verdict, then
 * MUST requirements. Empty without failures.
 */
export function renderAnnotations(report: Report): string {
  const order = byEarliest(withVerdict(report, 'failed', 'warned')).map(({ id }) => id);
  const failures = testCases(report)
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'error')
    .sort(
      (left, right) =>
        ranks.indexOf(left.kind) - ranks.indexOf(right.kind) ||
        order.indexOf(left.name) - order.indexOf(right.name),
    );
  const more = failures.length - mostShown;
  const lines = [
    ...failures.slice(0, mostShown).map((failure) => annotation(titleOf(failure), failure.text)),
    ...(more > 0
      ? [
          annotation(
            'more failures',
            `${counted(more, 'more failure')}: see the step summary and report.json`,
          ),
        ]
      : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function titleOf({ name, kind }: TestCase): string {
  return kind === 'MUST' || kind === 'SHOULD' ? `${name} (${kind})` : name;
}

function annotation(title: string, message: string): string {
  return `::error title=${property(visibleLine(title))}::${data(bounded(visibleText(message), longestMessage))}`;
}

/** The rules of the runner: https://github.com/actions/toolkit, `command.ts`. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
