import type { VNode } from 'preact';
import type { RequirementVerdict } from '../../verdict/requirement.ts';
import type { Report } from '../report.ts';
import { verdictOrder } from '../verdict-mark.ts';
import { waivedMust } from '../waived-ways.ts';
import { percent } from './chart.tsx';
import { VerdictSign } from './verdict-sign.tsx';

const words: Readonly<Record<Exclude<RequirementVerdict, 'waived'>, string>> = {
  failed: 'violated',
  warned: 'warned',
  passed: 'hold',
  observed: 'observed',
  inconclusive: 'inconclusive',
  skipped: 'not tested',
};

/** How the MUST requirements are shared out, as a bar with its figures below; nothing where none was decided. */
export function VerdictBar({ report }: { report: Report }): VNode | null {
  const counts = report.counts.MUST;
  const shares = verdictOrder
    .map((verdict) => ({ verdict, count: counts[verdict] }))
    .filter(({ count }) => count > 0);
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  let before = 0;
  return counts.passed + counts.failed + counts.waived === 0 ? null : (
    <div class="bar">
      <svg width="100%" height="10" aria-hidden="true">
        {shares.map(({ verdict, count }) => {
          const from = before / total;
          before += count;
          return (
            <rect class={`share ${verdict}`} x={percent(from)} width={percent(count / total)} height="10" />
          );
        })}
      </svg>
      <p>
        {total} MUST requirements:{' '}
        {shares
          .flatMap((share) => inWords(share, report))
          .map(({ verdict, count, word }, index) => (
            <>
              {index === 0 ? '' : ', '}
              <span class="share">
                <VerdictSign verdict={verdict} /> {count} {word}
              </span>
            </>
          ))}
      </p>
    </div>
  );
}

interface Share {
  readonly verdict: RequirementVerdict;
  readonly count: number;
}

/** What is waived is told apart by what it is waived by. */
function inWords({ verdict, count }: Share, report: Report): (Share & { readonly word: string })[] {
  return verdict === 'waived'
    ? waivedMust(report).map((way) => ({ verdict, count: way.count, word: way.word }))
    : [{ verdict, count, word: words[verdict] }];
}
