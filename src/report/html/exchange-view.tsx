import type { VNode } from 'preact';
import type { HeaderList, RecordedRequest } from '../../exchange/exchange.ts';
import { answerText, writesText } from '../example.ts';
import type { Report, ReportExchange } from '../report.ts';
import { counted, latencyText, numberText, visibleLine } from '../words.ts';
import type { PagePlan } from './page-plan.tsx';
import { Block, Line, longest } from './parts.tsx';

function ExchangeView({ exchange }: { exchange: ReportExchange }): VNode {
  const { request, response } = exchange;
  return (
    <>
      <p class="note">{timingText(exchange)}</p>
      <Block
        text={`${visibleLine(`${request.method} ${request.target}`)}\n${headText(request.headers)}`}
        maximum={longest.head}
      />
      {request.body === null ? null : <Block text={request.body} maximum={longest.body} />}
      <Writes request={request} />
      <Block
        text={`${visibleLine(answerText(exchange))}\n${headText(response?.headers ?? [])}`}
        maximum={longest.head}
      />
      {response?.headersLeftOut === undefined ? null : (
        <p class="note">{numberText(response.headersLeftOut.fields)} more header fields.</p>
      )}
      {response === null || response.body === '' ? null : (
        <Block text={response.body} maximum={longest.body} cut={exchange.bodyCut} />
      )}
    </>
  );
}

function Writes({ request }: { request: RecordedRequest }): VNode | null {
  const text = writesText(request);
  return text === null ? null : <p class="note">{text}</p>;
}

export function ExchangeInShort({ exchange, plan }: { exchange: ReportExchange; plan: PagePlan }): VNode {
  const { request, response } = exchange;
  return (
    <div class="exchange">
      <p>
        <span class="direction">Request</span>{' '}
        <code>
          {request.method} <Line text={request.target} maximum={longest.target} />
        </code>{' '}
        <ExchangeLinks numbers={[exchange.number]} plan={plan} />
      </p>
      {request.body === null ? null : <Block text={request.body} maximum={longest.bodyInShort} />}
      <Writes request={request} />
      <p>
        <span class="direction">Response</span>{' '}
        <Line as="code" text={answerText(exchange)} maximum={longest.target} />{' '}
        <span class="note">after {latencyText(exchange.finishedAtMs - exchange.sentAtMs)}</span>
      </p>
      {response === null || response.body === '' ? null : (
        <Block text={response.body} maximum={longest.bodyInShort} cut={exchange.bodyCut} />
      )}
    </div>
  );
}

/** One exchange in a line: `#14 GET /pets?limit=1 → 200`. */
export function ExchangeLine({ exchange }: { exchange: ReportExchange }): VNode {
  return (
    <code>
      #{exchange.number} {exchange.request.method}{' '}
      <Line text={exchange.request.target} maximum={longest.target} /> →{' '}
      <Line text={answerText(exchange)} maximum={longest.target} />
    </code>
  );
}

/** Links to exchanges by number, if the page lists them. */
export function ExchangeLinks({ numbers, plan }: { numbers: readonly number[]; plan: PagePlan }): VNode {
  return (
    <>
      {numbers.map((number, index) => (
        <>
          {index === 0 ? '' : ', '}
          {plan.listed.has(number) ? <a href={`#exchange-${number}`}>#{number}</a> : `#${number}`}
        </>
      ))}
    </>
  );
}

function timingText({ startedAt, connection, sentAtMs, headersAtMs, finishedAtMs }: ReportExchange): string {
  const headers =
    headersAtMs === null ? 'no headers received' : `headers after ${latencyText(headersAtMs - sentAtMs)}`;
  return `sent at ${startedAt} on connection ${connection}; ${headers}, finished after ${latencyText(finishedAtMs - sentAtMs)}`;
}

function headText(headers: HeaderList): string {
  return headers.map(([name, value]) => visibleLine(`${name}: ${value}`)).join('\n');
}

export function Exchanges({ report, plan }: { report: Report; plan: PagePlan }): VNode {
  const listed = report.exchanges.filter(({ number }) => plan.listed.has(number));
  return (
    <>
      <CutNote report={report} plan={plan} />
      {listed.map((exchange) => (
        <CitedExchange exchange={exchange} />
      ))}
    </>
  );
}

export function CitedExchange({ exchange }: { exchange: ReportExchange }): VNode {
  return (
    <details class="row" data-entry={`exchange ${exchange.check}`}>
      <summary>
        <ExchangeLine exchange={exchange} />
      </summary>
      <div id={`exchange-${exchange.number}`}>
        <ExchangeView exchange={exchange} />
      </div>
    </details>
  );
}

function CutNote({ report, plan }: { report: Report; plan: PagePlan }): VNode | null {
  const unlisted = report.exchanges.length - plan.listed.size;
  return unlisted === 0 ? null : (
    <p class="note">
      To keep this page below 2 MB, it omits {counted(unlisted, 'exchange')}: evidence of passed requirements
      first, then of observed and undecided ones, then further examples of violations. See report.json for
      all.
    </p>
  );
}
