import type { VNode } from 'preact';
import { withVerdict } from '../by-verdict.ts';
import type { Report, ReportRequirement } from '../report.ts';
import { ExchangeLinks } from './exchange-view.tsx';
import type { PagePlan } from './page-plan.ts';
import { Line, VerdictSign } from './parts.tsx';

const partsShown = 40;
/** Semicolons separate observations, except those before a parameter of a header field. */
const parted = /; (?![\w-]+=")/;

/** Behaviour of the service that the interface document leaves open. */
export function Observed({ report, plan }: { report: Report; plan: PagePlan }): VNode | null {
  const observed = withVerdict(report, 'observed');
  return observed.length === 0 ? null : (
    <section id="observed" data-entries>
      <h2>
        Observed behaviour <span class="count">{observed.length}</span>
      </h2>
      <p class="note">
        Behaviour that the interface document leaves open. Any behaviour conforms; clients should not rely on
        it.
      </p>
      <dl class="profile">
        {observed.map((requirement) => (
          <Observation requirement={requirement} plan={plan} />
        ))}
      </dl>
    </section>
  );
}

function Observation({ requirement, plan }: { requirement: ReportRequirement; plan: PagePlan }): VNode {
  const { id, statement, observation = '', evidence, verdict, level, group } = requirement;
  const parts = observation.split(parted);
  return (
    <div id={id} data-entry={`${verdict} ${level} ${group}`}>
      <dt>
        <VerdictSign verdict={verdict} /> <a href={`#${id}`}>{id}</a>
        <p class="note">{statement}</p>
      </dt>
      <dd>
        {parts.slice(0, partsShown).map((part) => (
          <p>
            <Line text={part} />
          </p>
        ))}
        {parts.length > partsShown ? <p class="note">and {parts.length - partsShown} more</p> : null}
        <p class="note">
          Exchanges: <ExchangeLinks numbers={evidence.exchanges} plan={plan} />
          {evidence.count > evidence.exchanges.length
            ? ` and ${evidence.count - evidence.exchanges.length} more`
            : ''}
        </p>
      </dd>
    </div>
  );
}
