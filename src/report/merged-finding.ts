import type { HeaderList } from '../exchange/exchange.ts';
import type { Finding } from '../verdict/finding.ts';
import type { ReportExchanges } from './report.ts';
import { operationOfNumber } from './report-exchange.ts';

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

interface Growing extends MergedFinding {
  smallest: Finding;
  readonly exchanges: Set<number>;
  first: number;
  /** The findings by the numbers of their exchanges. */
  readonly byExchange: Map<number, Finding>;
}

/** The findings of one requirement, those of one kind merged, in the order in which they were first reported. */
export class MergedFindings {
  readonly #merged = new Map<string, Growing>();

  get size(): number {
    return this.#merged.size;
  }

  values(): IterableIterator<MergedFinding> {
    return this.#merged.values();
  }

  /** @param apart what distinguishes it from other findings besides its kind; may be empty */
  add(finding: Finding, apart = ''): void {
    const key = `${finding.kind}\n${apart}`;
    const merged = this.#merged.get(key) ?? {
      smallest: finding,
      exchanges: new Set(),
      first: finding.exchange,
      byExchange: new Map(),
    };
    this.#merged.set(key, merged);
    merged.exchanges.add(finding.exchange);
    merged.first = Math.min(merged.first, finding.exchange);
    if (!merged.byExchange.has(finding.exchange)) {
      merged.byExchange.set(finding.exchange, finding);
    }
  }

  /** Chooses the simplest example of each kind, once all exchanges are on record. */
  chooseExamples(
    exchanges: ReportExchanges,
    atOnce: ReadonlyMap<number, number>,
    createdIds: ReadonlySet<string>,
  ): void {
    for (const merged of this.#merged.values()) {
      const operation = operationOfNumber(merged.first, exchanges);
      const [simplest] = [...merged.byExchange.keys()]
        .filter((number) => operationOfNumber(number, exchanges) === operation)
        .map((number) => ({ number, rank: exampleRank(number, exchanges, atOnce, createdIds) }))
        .sort((left, right) => left.rank - right.rank || left.number - right.number);
      merged.smallest = merged.byExchange.get(simplest?.number ?? merged.first) ?? merged.smallest;
    }
  }
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
