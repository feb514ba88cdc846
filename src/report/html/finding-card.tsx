import type { VNode } from 'preact';
import { counted } from '../counted.ts';
import { smallestExample } from '../example.ts';
import type { ReportExchange, ReportFinding, ReportRequirement } from '../report.ts';
import { ExchangeLine, ExchangeLinks, ExchangeView } from './exchange-view.tsx';
import { Block, Line } from './text.tsx';

const findingsShown = 8;
const longestCurl = 4_000;

type Exchanges = ReadonlyMap<number, ReportExchange>;

/** A requirement that is violated: what it asks for, and every way in which the service was seen to differ. */
export function FindingCard({
  requirement,
  exchanges,
}: {
  requirement: ReportRequirement;
  exchanges: Exchanges;
}): VNode {
  const { id, level, statement, section, verdict, findings } = requirement;
  const more = findings.length - findingsShown;
  return (
    <article class={`card ${verdict}`} id={id}>
      <h3>
        <a href={`#${id}`}>{id}</a>
        <span class="tag">{level}</span>
      </h3>
      <p>{statement}</p>
      <p class="about">Source: {section}</p>
      {findings.slice(0, findingsShown).map((finding) => (
        <FindingView finding={finding} exchanges={exchanges} />
      ))}
      {more > 0 ? <p class="note">And {counted(more, 'more way')}, in report.json.</p> : null}
    </article>
  );
}

function FindingView({ finding, exchanges }: { finding: ReportFinding; exchanges: Exchanges }): VNode {
  const example = smallestExample(finding, exchanges);
  return (
    <section class="finding">
      <p>
        <strong>
          <Line text={finding.message} />
        </strong>
      </p>
      <dl class="compare">
        <dt>Expected</dt>
        <dd>
          <Line text={finding.expected} />
        </dd>
        <dt>Came</dt>
        <dd class="came">
          <Line text={finding.actual} />
        </dd>
        <dt>Seen in</dt>
        <dd>
          {counted(finding.count, 'exchange')}:{' '}
          <ExchangeLinks numbers={finding.exchanges} exchanges={exchanges} />
          {finding.count > finding.exchanges.length ? ' …' : ''}
        </dd>
        <RelatedExchanges finding={finding} exchanges={exchanges} />
      </dl>
      {example === undefined ? null : (
        <details>
          <summary>
            Smallest example: <ExchangeLine exchange={example} />
          </summary>
          <ExchangeView exchange={example} />
        </details>
      )}
      <Commands finding={finding} />
    </section>
  );
}

function RelatedExchanges({
  finding,
  exchanges,
}: {
  finding: ReportFinding;
  exchanges: Exchanges;
}): VNode | null {
  const shown = finding.related.slice(0, 10);
  return shown.length === 0 ? null : (
    <>
      <dt>Compare</dt>
      <dd>
        {shown.map(({ role, exchange }, index) => (
          <>
            {index === 0 ? '' : ', '}
            <Line text={role} maximum={100} /> <ExchangeLinks numbers={[exchange]} exchanges={exchanges} />
          </>
        ))}
      </dd>
    </>
  );
}

function Commands({ finding }: { finding: ReportFinding }): VNode {
  const { curl, rerun } = finding;
  return (
    <>
      {curl === null ? null : (
        <>
          <p class="note">Send it again (the key stands in the environment):</p>
          {curl.length > longestCurl ? (
            <p class="note">The curl line has {curl.length} characters: it stands in report.json.</p>
          ) : (
            <Block text={curl} maximum={longestCurl} />
          )}
        </>
      )}
      <p class="note">See it again:</p>
      <Block text={rerun} maximum={longestCurl} />
    </>
  );
}
