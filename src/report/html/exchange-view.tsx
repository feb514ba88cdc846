import type { VNode } from 'preact';
import type { HeaderList } from '../../exchange/exchange.ts';
import { answerText } from '../example.ts';
import type { ReportExchange } from '../report.ts';
import { visibleLine } from '../visible-text.ts';
import { Block, Line } from './text.tsx';

const longestBody = 1_500;
const longestHead = 4_000;

/** One exchange: what was sent and what came back, headers and bodies. */
export function ExchangeView({ exchange }: { exchange: ReportExchange }): VNode {
  const { request, response } = exchange;
  return (
    <>
      <p class="note">
        sent at {exchange.startedAt} on connection {exchange.connection}, answered after{' '}
        {Math.round(exchange.finishedAtMs - exchange.sentAtMs)} ms; trace context{' '}
        <code>{exchange.traceparent}</code>
      </p>
      <Block
        text={`${visibleLine(`${request.method} ${request.target}`)}\n${headText(request.headers)}`}
        maximum={longestHead}
      />
      {request.body === null ? null : <Block text={request.body} maximum={longestBody} />}
      <Block
        text={`${visibleLine(answerText(exchange))}\n${headText(response?.headers ?? [])}`}
        maximum={longestHead}
      />
      {response === null || response.body === '' ? null : (
        <Block text={response.body} maximum={longestBody} cut={exchange.bodyCut} />
      )}
    </>
  );
}

/** One exchange in a line: `#14 GET /pets?limit=1 → 200`. */
export function ExchangeLine({ exchange }: { exchange: ReportExchange }): VNode {
  return (
    <code>
      #{exchange.number} {exchange.request.method} <Line text={exchange.request.target} maximum={200} /> →{' '}
      <Line text={answerText(exchange)} maximum={200} />
    </code>
  );
}

/** Links to exchanges by their numbers, where they are on record. */
export function ExchangeLinks({
  numbers,
  exchanges,
}: {
  numbers: readonly number[];
  exchanges: ReadonlyMap<number, ReportExchange>;
}): VNode {
  return (
    <>
      {numbers.map((number, index) => (
        <>
          {index === 0 ? '' : ', '}
          {exchanges.has(number) ? <a href={`#exchange-${number}`}>#{number}</a> : `#${number}`}
        </>
      ))}
    </>
  );
}

function headText(headers: HeaderList): string {
  return headers.map(([name, value]) => visibleLine(`${name}: ${value}`)).join('\n');
}
