import type { ComponentChildren, VNode } from 'preact';
import { animalsLeft, byReason, withVerdict } from '../by-verdict.ts';
import { counted } from '../counted.ts';
import { isOfLoad } from '../load-report.ts';
import { numberText } from '../number-text.ts';
import type { Report, ReportExchange, ReportRequirement } from '../report.ts';
import { ExchangeLine, ExchangeLinks, ExchangeView } from './exchange-view.tsx';
import { FindingCard } from './finding-card.tsx';
import { Line } from './text.tsx';

type Exchanges = ReadonlyMap<number, ReportExchange>;

/** Exchanges and animals beyond these stand in report.json only: a page must stay one that a browser can open. */
const exchangesShown = 500;
const animalsShown = 500;

/** What is violated, failures or warnings, as cards. */
export function Violations(props: {
  anchor: string;
  title: string;
  requirements: readonly ReportRequirement[];
  exchanges: Exchanges;
}): VNode | null {
  return props.requirements.length === 0 ? null : (
    <section id={props.anchor}>
      <h2>
        {props.title}: {props.requirements.length}
      </h2>
      {props.requirements.map((requirement) => (
        <FindingCard requirement={requirement} exchanges={props.exchanges} />
      ))}
    </section>
  );
}

/** How the service behaves where the interface document is silent. */
export function Observed({ report, exchanges }: { report: Report; exchanges: Exchanges }): VNode | null {
  const observed = withVerdict(report, 'observed');
  return observed.length === 0 ? null : (
    <section id="observed">
      <h2>Observed where the interface document is silent: {observed.length}</h2>
      <ul class="rows">
        {observed.map((requirement) => (
          <Row requirement={requirement} exchanges={exchanges}>
            <p>
              <strong>
                <Line text={requirement.observation ?? ''} />
              </strong>
            </p>
          </Row>
        ))}
      </ul>
    </section>
  );
}

/** What was not decided, by reason, with what would change it. */
export function Undecided(props: {
  anchor: string;
  title: string;
  requirements: readonly ReportRequirement[];
  exchanges: Exchanges;
}): VNode | null {
  return props.requirements.length === 0 ? null : (
    <section id={props.anchor}>
      <h2>
        {props.title}: {props.requirements.length}
      </h2>
      {byReason(props.requirements).map(({ reason, requirements }) => (
        <div class="card">
          <p>
            <strong>
              <Line text={reason} />
            </strong>
          </p>
          <details>
            <summary>{counted(requirements.length, 'requirement')}</summary>
            <ul class="rows">
              {requirements.map((requirement) => (
                <Row requirement={requirement} exchanges={props.exchanges} />
              ))}
            </ul>
          </details>
        </div>
      ))}
    </section>
  );
}

/** What a load leaves to the command `run`, folded, by reason. */
export function LeftToRun({ report, exchanges }: { report: Report; exchanges: Exchanges }): VNode | null {
  const undecided = withVerdict(report, 'skipped', 'inconclusive');
  return !isOfLoad(report) || undecided.length === 0 ? null : (
    <details class="section" id="left-to-run">
      <summary>
        <h2>Left to the command run: {undecided.length}</h2>
      </summary>
      {byReason(undecided).map(({ reason, requirements }) => (
        <>
          <p>
            <strong>
              <Line text={reason} />
            </strong>
          </p>
          <ul class="rows">
            {requirements.map((requirement) => (
              <Row requirement={requirement} exchanges={exchanges} />
            ))}
          </ul>
        </>
      ))}
    </details>
  );
}

/** What was seen to hold, folded, each with the exchanges that show it. */
export function Passed({ report, exchanges }: { report: Report; exchanges: Exchanges }): VNode | null {
  const passed = withVerdict(report, 'passed');
  return passed.length === 0 ? null : (
    <details class="section" id="passed">
      <summary>
        <h2>Passed: {passed.length}</h2>
      </summary>
      <ul class="rows">
        {passed.map((requirement) => (
          <Row requirement={requirement} exchanges={exchanges} />
        ))}
      </ul>
    </details>
  );
}

/** The animals that the run created and could not delete. */
export function LeftBehind({ report }: { report: Report }): VNode | null {
  const { leftBehind, run } = report;
  const animals = animalsLeft(report);
  const shown = leftBehind.slice(0, animalsShown);
  return animals === 0 ? null : (
    <details class="section" id="left-behind">
      <summary>
        <h2>Animals left behind: {numberText(animals)}</h2>
      </summary>
      <p>
        The interface has no deletion. Every one of these carries <code>{run.tag}</code> in its name.
      </p>
      <ul class="rows">
        {shown.map(({ id, name }) => (
          <li class="row">
            <code>
              <Line text={id} maximum={40} />
            </code>{' '}
            <Line text={name} maximum={120} />
          </li>
        ))}
      </ul>
      {animals > shown.length ? <p class="note">And {numberText(animals - shown.length)} more.</p> : null}
    </details>
  );
}

/** The exchanges that this page cites. */
export function Exchanges({ report }: { report: Report }): VNode | null {
  const shown = report.exchanges.slice(0, exchangesShown);
  return shown.length === 0 ? null : (
    <details class="section" id="exchanges">
      <summary>
        <h2>Exchanges cited: {report.exchanges.length}</h2>
      </summary>
      {shown.map((exchange) => (
        <details class="row" id={`exchange-${exchange.number}`}>
          <summary>
            <ExchangeLine exchange={exchange} />
          </summary>
          <ExchangeView exchange={exchange} />
        </details>
      ))}
      {report.exchanges.length > shown.length ? (
        <p class="note">And {report.exchanges.length - shown.length} more, in report.json.</p>
      ) : null}
    </details>
  );
}

function Row(props: {
  requirement: ReportRequirement;
  exchanges: Exchanges;
  children?: ComponentChildren;
}): VNode {
  const { id, level, statement, section, evidence } = props.requirement;
  return (
    <li class="row" id={id}>
      <a href={`#${id}`}>{id}</a>
      <span class="tag">{level}</span> {statement}
      {props.children}
      <p class="note">
        {section}
        {evidence.count === 0 ? null : (
          <>
            ; seen in {counted(evidence.count, 'exchange')}:{' '}
            <ExchangeLinks numbers={evidence.exchanges} exchanges={props.exchanges} />
            {evidence.count > evidence.exchanges.length ? ' …' : ''}
          </>
        )}
      </p>
    </li>
  );
}
