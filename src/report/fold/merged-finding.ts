import { min } from 'd3-array';
import type { HeaderList } from '../../exchange/exchange.ts';
import { groupedBy } from '../../grouped-by.ts';
import type { Finding } from '../../verdict/finding.ts';
import type { ReportExchanges } from '../report.ts';
import { operationOfNumber } from '../report-exchange.ts';

/** Findings of one requirement and kind: one deviation, seen again and again. */
export interface MergedFinding {
  /**
   * The finding of the simplest exchange of the operation that showed the deviation first, because those of other
   * operations may be consequences.
   */
  readonly smallest: Finding;
  readonly exchanges: ReadonlySet<number>;
  /** The number of the earliest exchange. */
  readonly first: number;
}

/** All that is known of the exchanges of a run when its findings are merged. */
interface MergeContext {
  readonly exchanges: ReportExchanges;
  /** The number of requests in flight during each exchange, where that is known. */
  readonly atOnce: ReadonlyMap<number, number>;
  readonly createdIds: ReadonlySet<string>;
}

/**
 * The findings of one requirement, those of one kind merged, in the order in which they were first reported.
 *
 * @param apartOf what distinguishes a finding from others besides its kind; may be empty
 */
export function mergedFindings(
  seen: readonly Finding[],
  apartOf: (finding: Finding) => string,
  { exchanges, atOnce, createdIds }: MergeContext,
): MergedFinding[] {
  return [...groupedBy(seen, (finding) => `${finding.kind}\n${apartOf(finding)}`).values()].map((alike) => {
    const numbers = new Set(alike.map(({ exchange }) => exchange));
    const first = min(numbers) ?? 0;
    const operation = operationOfNumber(first, exchanges);
    const [simplest] = [...numbers]
      .filter((number) => operationOfNumber(number, exchanges) === operation)
      .map((number) => ({ number, rank: exampleRank(number, exchanges, atOnce, createdIds) }))
      .sort((left, right) => left.rank - right.rank || left.number - right.number);
    const smallest = alike.find(({ exchange }) => exchange === (simplest?.number ?? first)) ?? alike[0];
    return { smallest, exchanges: numbers, first };
  });
}

/** The numbers of at most `maximum` exchanges that show it: the counterexample, then the next simplest, ascending. */
export function smallestExchanges(
  finding: MergedFinding,
  exchanges: ReportExchanges,
  maximum: number,
): number[] {
  const others = [...finding.exchanges]
    .filter((number) => number !== finding.smallest.exchange)
    .map((number) => ({ number, rank: exampleRank(number, exchanges) }))
    .sort((left, right) => left.rank - right.rank || left.number - right.number)
    .slice(0, maximum - 1)
    .map(({ number }) => number);
  return [finding.smallest.exchange, ...others.sort((left, right) => left - right)];
}

const credentials = ['api-key', 'none', 'revoked-key', 'invalid'];
/** Parts of a request that are hard to read, such as escapes, percent-encoding, empty values and large numbers. */
const odd = /[^\x20-\x7e]|\\|%|[?&][^=&]*(?=&|$)|:""|\d{16}/g;

/**
 * Ranks a request by how easy it is to understand: first those that were sent alone and still reproduce the finding; then
 * with the key, without one, with a changed one; then without unusual parts; then by length. Unrecorded exchanges come
 * last.
 */
function exampleRank(
  number: number,
  exchanges: ReportExchanges,
  atOnce: ReadonlyMap<number, number> = new Map(),
  createdIds: ReadonlySet<string> = new Set(),
): number {
  const { request, response } = exchanges.get(number) ?? {};
  if (request === undefined) {
    return Number.MAX_SAFE_INTEGER;
  }
  const { target, body, credential, headers } = request;
  const text = `${body ?? ''}${target}`;
  const oddities = (text.match(odd)?.length ?? 0) + (isSentAsUsual(headers) ? 0 : 1);
  const isAmidOthers = (atOnce.get(number) ?? 1) > 1;
  // The request for an animal before its creation is no longer reproducible.
  const isPast = response?.status !== 200 && createdIds.has(target.slice('/pets/'.length));
  const credentialRank = credentials.indexOf(credential);
  return (
    (isAmidOthers || isPast ? 1e15 : 0) +
    (credentialRank === -1 ? 1 : credentialRank) * 1e14 +
    Math.min(oddities, 9_999) * 1e10 +
    Math.min(text.length, 1e9)
  );
}

/** Whether the header fields are those of most requests: what a client accepts rarely matters. */
function isSentAsUsual(headers: HeaderList): boolean {
  return (
    headers.some(([name, value]) => name === 'Accept' && value === 'application/json') &&
    headers.every(([name]) => name !== 'authorization' && name !== 'Accept-Encoding')
  );
}
