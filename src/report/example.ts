import type { RecordedRequest } from '../exchange/exchange.ts';
import type { Report, ReportExchange, ReportExchanges, ReportFinding } from './report.ts';

export function exchangesByNumber(report: Report): ReportExchanges {
  return new Map(report.exchanges.map((exchange) => [exchange.number, exchange]));
}

/** The counterexample of a finding, if recorded. */
export function smallestExample(
  finding: ReportFinding,
  exchanges: ReportExchanges,
): ReportExchange | undefined {
  return finding.exchanges[0] === undefined ? undefined : exchanges.get(finding.exchanges[0]);
}

/** Describes a body in two writes; `null` for a body in one. */
export function writesText({ body, firstWriteBytes }: RecordedRequest): string | null {
  return body === null || firstWriteBytes === undefined
    ? null
    : `body in two writes: ${firstWriteBytes} bytes, then ${Buffer.byteLength(body) - firstWriteBytes} bytes`;
}

/** The response in brief: `200`, `no response (reset: …)`. */
export function answerText(exchange: ReportExchange): string {
  const { response, failure } = exchange;
  const failed = failure === null ? '' : `${failure.code}: ${failure.detail}`;
  if (response === null) {
    return `no response (${failed})`;
  }
  return failure === null ? String(response.status) : `${response.status}, truncated (${failed})`;
}
