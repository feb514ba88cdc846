import type { VNode } from 'preact';
import type { Report } from '../report.ts';
import { offeredWaiver, withoutWaiver } from '../waiver-lines.ts';
import { FoldedSection } from './folded-section.tsx';
import { Block } from './text.tsx';

const mostCharacters = 40_000;

/** A waivers file for what failed, ready to be copied but for the reasons. */
export function OfferedWaivers({ report }: { report: Report }): VNode | null {
  const failed = withoutWaiver(report);
  const entries = failed.map((requirement) => offeredWaiver(requirement, report));
  return failed.length === 0 ? null : (
    <FoldedSection anchor="waiver-entries" title="Waivers for these failures" count={failed.length}>
      <div class="commands">
        <p>
          A file for <code>--waivers</code>. Keep the entries you accept for now, and fill in each reason: a
          file with an empty reason is rejected.
        </p>
        <Block text={['waivers:', ...entries].join('\n')} maximum={mostCharacters} />
      </div>
    </FoldedSection>
  );
}
