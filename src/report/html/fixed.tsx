import type { VNode } from 'preact';
import { fixedAdvice } from '../baseline-texts.ts';
import type { Report } from '../report.ts';
import { Line } from './text.tsx';
import { VerdictSign } from './verdict-sign.tsx';

/** What failed in the baseline and passes now. */
export function Fixed({ report }: { report: Report }): VNode | null {
  const fixed = report.baseline?.fixed ?? [];
  return fixed.length === 0 ? null : (
    <section id="fixed">
      <h2>
        Fixed <span class="count">{fixed.length}</span>
      </h2>
      <p>
        <Line text={fixedAdvice(report)} />
      </p>
      <ul class="rows">
        {fixed.map((id) => (
          <li class="row">
            <VerdictSign verdict="passed" /> <a href={`#${id}`}>{id}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
