import type { Operation } from '../exchange/exchange.ts';
import type { Finding } from '../verdict/finding.ts';
import { operationOfNumber } from './operation-counts.ts';
import type { ReportExchanges } from './report.ts';

/** Findings of one requirement and kind: one deviation, seen again and again. */
export interface MergedFinding {
  /**
   * The finding of the smallest exchange, of the operation that showed the deviation first: what shows in others later
   * may follow from it.
   */
  readonly smallest: Finding;
  readonly exchanges: ReadonlySet<number>;
  /** The number of the earliest of them. */
  readonly first: number;
}

interface Growing extends MergedFinding {
  smallest: Finding;
  readonly exchanges: Set<number>;
  first: number;
  readonly byOperation: Map<Operation | null, Finding>;
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
  add(finding: Finding, exchanges: ReportExchanges, apart = ''): void {
    const key = `${finding.kind}\n${apart}`;
    const operation = operationOfNumber(finding.exchange, exchanges);
    const merged = this.#merged.get(key);
    if (merged === undefined) {
      this.#merged.set(key, {
        smallest: finding,
        exchanges: new Set([finding.exchange]),
        first: finding.exchange,
        byOperation: new Map([[operation, finding]]),
      });
      return;
    }
    merged.exchanges.add(finding.exchange);
    merged.first = Math.min(merged.first, finding.exchange);
    const known = merged.byOperation.get(operation);
    if (
      known === undefined ||
      exampleSize(finding.exchange, exchanges) < exampleSize(known.exchange, exchanges)
    ) {
      merged.byOperation.set(operation, finding);
    }
    merged.smallest = merged.byOperation.get(operationOfNumber(merged.first, exchanges)) ?? finding;
  }
}

/** The numbers of at most `maximum` exchanges that show it: the counterexample, then the next smallest, ascending. */
export function smallestExchanges(
  finding: MergedFinding,
  exchanges: ReportExchanges,
  maximum: number,
): number[] {
  const others = [...finding.exchanges]
    .filter((number) => number !== finding.smallest.exchange)
    .sort((left, right) => exampleSize(left, exchanges) - exampleSize(right, exchanges) || left - right)
    .slice(0, maximum - 1);
  return [finding.smallest.exchange, ...others.sort((left, right) => left - right)];
}

/**
 * Characters that one must read to understand the request; of two alike the one in the documented form, with the
 * key, is simpler. An exchange that is not on record comes last.
 */
function exampleSize(number: number, exchanges: ReportExchanges): number {
  const request = exchanges.get(number)?.request;
  return request === undefined
    ? Number.MAX_SAFE_INTEGER
    : request.target.length + (request.body?.length ?? 0) + (request.credential === 'api-key' ? 0 : 0.5);
}
