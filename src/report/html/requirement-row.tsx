import type { ComponentChildren, VNode } from 'preact';
import { counted } from '../counted.ts';
import type { ReportRequirement } from '../report.ts';
import { verdictMarks } from '../verdict-mark.ts';
import { ExchangeLine } from './exchange-view.tsx';
import type { PagePlan } from './page-plan.ts';

/** A requirement in a list, with the exchanges that its verdict stands on, folded. */
export function RequirementRow(props: {
  requirement: ReportRequirement;
  plan: PagePlan;
  children?: ComponentChildren;
}): VNode {
  const { requirement, plan } = props;
  const { id, level, statement, section, verdict, group } = requirement;
  return (
    <li class="row" id={id} data-entry={`${verdict} ${level} ${group}`}>
      <p>
        <span class={`mark ${verdict}`}>{verdictMarks[verdict]}</span> <a href={`#${id}`}>{id}</a>{' '}
        <span class="tag">{level}</span> <span class="source">{section}</span>
      </p>
      <p>{statement}</p>
      {props.children}
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
    return count === 0 ? null : <p class="note">Seen in {counted(count, 'exchange')}.</p>;
  }
  return (
    <details class="evidence">
      <summary>Seen in {counted(count, 'exchange')}</summary>
      <ul>
        {cited.map((exchange) => (
          <li>
            <a href={`#exchange-${exchange.number}`}>
              <ExchangeLine exchange={exchange} />
            </a>
          </li>
        ))}
        {more > 0 ? <li class="note">and {counted(more, 'more')}</li> : null}
      </ul>
    </details>
  );
}
