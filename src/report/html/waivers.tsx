import type { VNode } from 'preact';
import type { Report } from '../report.ts';
import { waiverName } from '../waiver-lines.ts';
import { Line } from './text.tsx';

const words = {
  expired: 'Expired: fails again',
  stale: 'Stale',
  used: 'In use',
  undecided: 'Undecided in this run',
} as const;

/** Every waiver of the run with its state, those that need attention first. */
export function Waivers({ report: { waivers } }: { report: Report }): VNode | null {
  const states = ['expired', 'stale', 'used', 'undecided'] as const;
  const ordered = states.flatMap((state) => waivers.filter((waiver) => waiver.state === state));
  return waivers.length === 0 ? null : (
    <section id="waivers">
      <h2>
        Waivers <span class="count">{waivers.length}</span>
      </h2>
      <ul class="rows">
        {ordered.map((waiver) => (
          <li class="row">
            <strong>{words[waiver.state]}</strong>:{' '}
            <a href={`#${waiver.requirement}`}>
              <Line text={waiverName(waiver)} />
            </a>
            <p>
              <Line text={waiver.reason} />
            </p>
            <p class="note">
              <Line
                text={[
                  waiver.note,
                  ...(waiver.owner === null ? [] : [`owner: ${waiver.owner}`]),
                  ...(waiver.link === null ? [] : [waiver.link]),
                  ...(waiver.target === null ? [] : [`for ${waiver.target}`]),
                  waiver.source,
                ].join(' · ')}
              />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
