import type { VNode } from 'preact';
import { counted } from '../counted.ts';
import { numberText } from '../number-text.ts';
import type { Report, ReportExchange } from '../report.ts';
import { ExchangeLine, ExchangeView } from './exchange-view.tsx';
import { FoldedSection } from './folded-section.tsx';
import type { PagePlan } from './page-plan.ts';

/** The exchanges that this page cites, and what was cut to keep it small. */
export function Exchanges({ report, plan }: { report: Report; plan: PagePlan }): VNode | null {
  const listed = report.exchanges.filter(({ number }) => plan.listed.has(number));
  return listed.length === 0 ? null : (
    <FoldedSection
      anchor="exchanges"
      title="Exchanges cited"
      count={numberText(report.exchanges.length)}
      entries
    >
      <CutNote report={report} plan={plan} />
      {listed.map((exchange) => (
        <CitedExchange exchange={exchange} whole={plan.whole.has(exchange.number)} />
      ))}
    </FoldedSection>
  );
}

function CitedExchange({ exchange, whole }: { exchange: ReportExchange; whole: boolean }): VNode {
  const entry = `exchange ${exchange.check}`;
  const anchor = `exchange-${exchange.number}`;
  return whole ? (
    <details class="row" data-entry={entry}>
      <summary>
        <ExchangeLine exchange={exchange} />
      </summary>
      <div id={anchor}>
        <ExchangeView exchange={exchange} />
      </div>
    </details>
  ) : (
    <p class="row" id={anchor} data-entry={entry}>
      <ExchangeLine exchange={exchange} />
    </p>
  );
}

/** How much was left out, and in which order. */
function CutNote({ report, plan }: { report: Report; plan: PagePlan }): VNode | null {
  const bare = plan.listed.size - [...plan.whole].filter((number) => plan.listed.has(number)).length;
  const unlisted = report.exchanges.length - plan.listed.size;
  return bare + unlisted === 0 ? null : (
    <p class="note">
      To keep this page below 2 MB, {counted(bare, 'exchange')} lack headers and bodies and{' '}
      {counted(unlisted, 'exchange')} are not listed: evidence of passed requirements first, then of observed
      and undecided ones, then further examples of violations. See report.json for all.
    </p>
  );
}
