import type { VNode } from 'preact';
import { mendedAdvice } from '../baseline-texts.ts';
import type { Report } from '../report.ts';
import { Line } from './text.tsx';
import { VerdictSign } from './verdict-sign.tsx';

/** What failed in the baseline and passes now. */
export function Mended({ report }: { report: Report }): VNode | null {
  const mended = report.baseline?.mended ?? [];
  return mended.length === 0 ? null : (
    <section id="mended">
      <h2>
        Fixed <span class="count">{mended.length}</span>
      </h2>
      <p>
        <Line text={mendedAdvice(report)} />
      </p>
      <ul class="rows">
        {mended.map((id) => (
          <li class="row">
            <VerdictSign verdict="passed" /> <a href={`#${id}`}>{id}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
