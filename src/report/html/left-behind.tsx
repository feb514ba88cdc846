import type { VNode } from 'preact';
import { animalsLeft } from '../by-verdict.ts';
import { numberText } from '../number-text.ts';
import type { Report } from '../report.ts';
import { FoldedSection } from './folded-section.tsx';
import { Line } from './text.tsx';

/** Animals beyond these stand in report.json only: a page must stay one that a browser can open. */
const animalsShown = 500;

/** The animals that the run created. */
export function LeftBehind({ report }: { report: Report }): VNode | null {
  const { leftBehind, run } = report;
  const animals = animalsLeft(report);
  const shown = leftBehind.slice(0, animalsShown);
  return animals === 0 ? null : (
    <FoldedSection anchor="left-behind" title="Animals created" count={numberText(animals)}>
      <p>
        The interface can't delete animals. Names contain <code>{run.tag}</code> unless a test needs a fixed
        name.
      </p>
      <ul class="animals">
        {shown.map(({ id, name }) => (
          <li>
            <code>
              <Line text={id} maximum={40} />
            </code>{' '}
            <Line text={name} maximum={120} />
          </li>
        ))}
      </ul>
      {animals > shown.length ? <p class="note">And {numberText(animals - shown.length)} more.</p> : null}
    </FoldedSection>
  );
}
