import type { VNode } from 'preact';
import type { RequirementVerdict } from '../../verdict/requirement.ts';
import type { VerdictCounts } from '../report.ts';
import { verdictOrder } from '../verdict-mark.ts';
import { percent } from './chart.tsx';
import { VerdictSign } from './verdict-sign.tsx';

const words: Readonly<Record<RequirementVerdict, string>> = {
  failed: 'violated',
  warned: 'warned',
  waived: 'waived',
  passed: 'hold',
  observed: 'observed',
  inconclusive: 'inconclusive',
  skipped: 'not tested',
};

/** How the MUST requirements are shared out, as a bar with its figures below; nothing where none was decided. */
export function VerdictBar({ counts }: { counts: VerdictCounts }): VNode | null {
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
        {shares.map(({ verdict, count }, index) => (
          <>
            {index === 0 ? '' : ', '}
            <span class="share">
              <VerdictSign verdict={verdict} /> {count} {words[verdict]}
            </span>
          </>
        ))}
      </p>
    </div>
  );
}
