import type { VNode } from 'preact';
import { fixedAdvice } from '../by-verdict.ts';
import type { Report } from '../report.ts';
import { offeredWaiver } from '../waiver-lines.ts';
import type { Listed } from './page-plan.tsx';
import { Block, Entries } from './parts.tsx';

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
  const entries = ordered.map((waiver) => ({
    label: words[waiver.state],
    ids: [waiver.requirement],
    texts: [
      ...(waiver.operation === null ? [] : [`in responses to ${waiver.operation}`]),
      waiver.reason,
      waiver.note,
      ...(waiver.owner === null ? [] : [`owner: ${waiver.owner}`]),
      ...(waiver.link === null ? [] : [waiver.link]),
      ...(waiver.target === null ? [] : [`for ${waiver.target}`]),
      waiver.source,
    ],
  }));
  return <Entries sections={[{ title: 'Waivers', entries }]} />;
}

export function Fixed({ report }: { report: Report }): VNode {
  const entry = { ids: report.baseline?.fixed ?? [], texts: [], details: [fixedAdvice(report)] };
  return <Entries sections={[{ title: 'Fixed', entries: [entry] }]} />;
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
