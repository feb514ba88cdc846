import type { VNode } from 'preact';
import { fixedAdvice } from '../by-verdict.ts';
import type { Report } from '../report.ts';
import { offeredWaiver, waiverName } from '../waiver-lines.ts';
import type { Listed } from './page-plan.tsx';
import { Block, Line, VerdictSign } from './parts.tsx';

const words = {
  expired: 'Expired: fails again',
  stale: 'Stale',
  used: 'In use',
  undecided: 'Undecided in this run',
} as const;

/** Every waiver of the run with its state, those that need attention first. */
export function Waivers({ report: { waivers } }: { report: Report }): VNode {
  const states = ['expired', 'stale', 'used', 'undecided'] as const;
  const ordered = states.flatMap((state) => waivers.filter((waiver) => waiver.state === state));
  return (
    <ul class="rows">
      {ordered.map((waiver) => (
        <li class="row">
          <strong>{words[waiver.state]}</strong>:{' '}
          <a href={`#${waiver.requirement}`}>
            <Line text={waiverName(waiver)} />
          </a>
          <Line as="p" text={waiver.reason} />
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
  );
}

export function Fixed({ report }: { report: Report }): VNode {
  return (
    <>
      <Line as="p" text={fixedAdvice(report)} />
      <ul class="rows">
        {report.baseline?.fixed.map((id) => (
          <li class="row">
            <VerdictSign verdict="passed" /> <a href={`#${id}`}>{id}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

const mostCharacters = 40_000;

/** A waivers file for the failures, complete except for the reasons. */
export function OfferedWaivers({ report, requirements }: Listed): VNode {
  const entries = requirements.map((requirement) => offeredWaiver(requirement, report));
  return (
    <div class="commands">
      <p>
        A file for <code>--waivers</code>. Keep the entries you accept for now, and fill in each reason: a
        file with an empty reason is rejected.
      </p>
      <Block text={['waivers:', ...entries].join('\n')} maximum={mostCharacters} />
    </div>
  );
}
