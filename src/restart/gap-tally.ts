import type { Exchange } from '../exchange/exchange.ts';
import { jsonValue } from '../exchange/response-body.ts';
import { misfit } from '../json/published-schema.ts';
import type { AcrossGap, GapBin } from '../verdict/across-record.ts';

/** The number of parts of the gap in its picture. */
const mostBins = 120;
/** Served responses in a row after which the service counts as back, a list among them. */
const servedToBeBack = 3;

/** One request of the gap. Times in ms since the start of the run. */
interface Sample {
  readonly sentAtMs: number;
  readonly finishedAtMs: number;
  readonly outcome: keyof GapBin;
}

/** Adds up the requests that were sent while a command ran, and until the service responded again. */
export class GapTally {
  readonly #startMs: number;
  readonly #samples: Sample[] = [];
  readonly #statuses = new Map<number, number>();
  readonly #failures = new Map<string, number>();
  #commandEndMs = Number.POSITIVE_INFINITY;
  #inARow: Exchange[] = [];
  #backAtMs: number | null = null;

  /** @param startMs the start of the command, in ms since the start of the run */
  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  /** Exchanges in the order in which they ended. */
  see(exchange: Exchange): void {
    const { sentAtMs, finishedAtMs, response, failure } = exchange;
    const isGood = isServed(exchange);
    const outcome = isGood ? 'served' : response !== null && failure === null ? 'refused' : 'unanswered';
    this.#samples.push({ sentAtMs, finishedAtMs, outcome });
    if (failure !== null || response === null) {
      count(this.#failures, failure?.code ?? 'other');
    } else {
      count(this.#statuses, response.status);
    }
    this.#inARow = isGood ? [...this.#inARow, exchange] : [];
    this.#noteBack();
  }

  /** The command ended: from now on, the service may be back. */
  commandEnded(atMs: number): void {
    this.#commandEndMs = atMs;
  }

  /** Whether the service responded again, with lists too, to requests that were sent after the command. */
  get isBack(): boolean {
    return this.#backAtMs !== null;
  }

  /** @param endMs the end of the gap, in ms since the start of the run */
  record(intervalMs: number, endMs: number): AcrossGap {
    const outages = outagesOf(this.#samples, endMs);
    const backAtMs = this.#backAtMs;
    return {
      intervalMs: rounded(intervalMs),
      startMs: rounded(this.#startMs),
      endMs: rounded(endMs),
      requests: this.#samples.length,
      served: this.#samples.filter(({ outcome }) => outcome === 'served').length,
      isBack: this.isBack,
      backAfterMs: backAtMs === null ? null : rounded(Math.max(0, backAtMs - this.#commandEndMs)),
      outageMs: rounded(outages.reduce((sum, outage) => sum + outage, 0)),
      longestOutageMs: rounded(Math.max(0, ...outages)),
      statuses: mostFrequent(this.#statuses).map(([status, count]) => ({ status, count })),
      failures: mostFrequent(this.#failures).map(([code, count]) => ({ code, count })),
      bins: binsOf(this.#samples, this.#startMs, endMs),
    };
  }

  #noteBack(): void {
    const since = this.#inARow.filter(({ sentAtMs }) => sentAtMs >= this.#commandEndMs);
    const [first] = since;
    const hasList = since.some(
      ({ request }) => request.method === 'GET' && /^\/pets(?:\?|$)/.test(request.target),
    );
    if (this.#backAtMs === null && first !== undefined && hasList && since.length >= servedToBeBack) {
      this.#backAtMs = first.finishedAtMs;
    }
  }
}

/** From each first request that was not served to the first served response after it. */
function outagesOf(samples: readonly Sample[], endMs: number): number[] {
  const outages: number[] = [];
  let sinceMs: number | null = null;
  for (const { outcome, sentAtMs, finishedAtMs } of samples) {
    if (outcome !== 'served') {
      sinceMs = Math.min(sinceMs ?? sentAtMs, sentAtMs);
    } else if (sinceMs !== null && sentAtMs > sinceMs) {
      outages.push(finishedAtMs - sinceMs);
      sinceMs = null;
    }
  }
  return sinceMs === null ? outages : [...outages, Math.max(0, endMs - sinceMs)];
}

function binsOf(samples: readonly Sample[], startMs: number, endMs: number): GapBin[] {
  const length = Math.max(1, Math.min(mostBins, samples.length));
  const bins = Array.from({ length }, () => ({ served: 0, refused: 0, unanswered: 0 }));
  for (const { outcome, finishedAtMs } of samples) {
    const place = Math.floor(((finishedAtMs - startMs) / Math.max(1, endMs - startMs)) * length);
    const bin = bins[Math.max(0, Math.min(length - 1, place))];
    if (bin !== undefined) {
      bin[outcome] += 1;
    }
  }
  return bins;
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function mostFrequent<Key>(counts: ReadonlyMap<Key, number>): [Key, number][] {
  return [...counts].sort(([, one], [, other]) => other - one);
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/**
 * Whether the service itself responded, rather than a proxy in front of it: a 2xx with JSON, or an `Error` that says
 * that an animal does not exist. A web page with status 200, as of a maintenance, is no response of the service.
 */
function isServed({ request, response, failure }: Exchange): boolean {
  if (response === null || failure !== null) {
    return false;
  }
  const json = jsonValue(response);
  if (response.status >= 200 && response.status < 300) {
    return json !== undefined;
  }
  const isReading = request.method === 'GET' && /^\/pets\/[^/?]+$/.test(request.target);
  return isReading && response.status === 404 && json !== undefined && misfit(json, 'error') === null;
}
