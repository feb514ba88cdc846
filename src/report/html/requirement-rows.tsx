import type { VNode } from 'preact';
import { byReason } from '../by-verdict.ts';
import type { ReportRequirement } from '../report.ts';
import { capitalised, counted, numberText } from '../words.ts';
import { ExchangeLine, ExchangeLinks } from './exchange-view.tsx';
import type { Listed, PagePlan } from './page-plan.tsx';
import { Line, Reason, VerdictSign } from './parts.tsx';

export function RequirementRows({ requirements, plan }: Omit<Listed, 'report'>): VNode {
  return (
    <ul class="rows">
      {requirements.map((requirement) => (
        <RequirementRow requirement={requirement} plan={plan} />
      ))}
    </ul>
  );
}

function RequirementRow({ requirement, plan }: { requirement: ReportRequirement; plan: PagePlan }): VNode {
  const { id, level, statement, section, verdict, group, casesLeftOut } = requirement;
  return (
    <li class="row" id={id} data-entry={`${verdict} ${level} ${group}`}>
      <p>
        <VerdictSign verdict={verdict} /> <a href={`#${id}`}>{id}</a> <span class="tag">{level}</span>{' '}
        <span class="source">{section}</span>
      </p>
      <p>{statement}</p>
      {casesLeftOut === undefined ? null : <p class="note">{counted(casesLeftOut, 'case')} not run.</p>}
      <Evidence requirement={requirement} plan={plan} />
    </li>
  );
}

function Evidence({ requirement, plan }: { requirement: ReportRequirement; plan: PagePlan }): VNode | null {
  const { count, exchanges } = requirement.evidence;
  const cited = exchanges
    .filter((number) => plan.listed.has(number))
    .flatMap((number) => plan.exchanges.get(number) ?? []);
  const more = count - cited.length;
  if (cited.length === 0) {
    return count === 0 ? null : <p class="note">Evidence: {counted(count, 'exchange')}.</p>;
  }
  return (
    <details class="evidence">
      <summary>Evidence: {counted(count, 'exchange')}</summary>
      <ul>
        {cited.map((exchange) => (
          <li>
            <a href={`#exchange-${exchange.number}`}>
              <ExchangeLine exchange={exchange} />
            </a>
          </li>
        ))}
        {more > 0 ? <li class="note">and {numberText(more)} more</li> : null}
      </ul>
    </details>
  );
}

export function Undecided({ requirements, plan }: Omit<Listed, 'report'>): VNode {
  return (
    <>
      {byReason(requirements).map(({ reason, requirements: same }) => (
        <div class="reason" data-entries>
          <p>
            <Reason text={capitalised(reason)} />
          </p>
          <details>
            <summary>{summaryText(same)}</summary>
            <RequirementRows requirements={same} plan={plan} />
          </details>
        </div>
      ))}
    </>
  );
}

/** `create/safe, MUST`, or `17 requirements, 13 of them MUST`. */
function summaryText(requirements: readonly ReportRequirement[]): string {
  const [only] = requirements;
  if (only !== undefined && requirements.length === 1) {
    return `${only.id}, ${only.level}`;
  }
  const must = requirements.filter(({ level }) => level === 'MUST').length;
  return `${counted(requirements.length, 'requirement')}, ${must} of them MUST`;
}

const partsShown = 40;
/** Semicolons separate observations, except those before a parameter of a header field. */
const parted = /; (?![\w-]+=")/;

export function Observed({ requirements, plan }: Listed): VNode {
  return (
    <>
      <p class="note">
        Behaviour that the interface document leaves open. Any behaviour conforms; clients should not rely on
        it.
      </p>
      <dl class="profile">
        {requirements.map((requirement) => (
          <Observation requirement={requirement} plan={plan} />
        ))}
      </dl>
    </>
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
          <Line as="p" text={part} />
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
