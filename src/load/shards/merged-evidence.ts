import type { Exchange, Operation } from '../../exchange/exchange.ts';
import { describeRequest } from '../../exchange/request-description.ts';
import { seededNumbers } from '../../exchange/seeded-numbers.ts';
import type { Finding } from '../../verdict/finding.ts';
import type { RunEvent } from '../../verdict/run-event.ts';
import { EvidenceSample } from '../evidence-sample.ts';
import { inWhole, type Shard, shardName } from './shard-plan.ts';

type ExchangeEvent = Extract<RunEvent, { type: 'exchange' }>;

/** The maximum number of kept events of each other type. */
const mostOfAType = 200;

/**
 * Selects from the evidence of all shards a sample as in the report of one load: the first of each kind, some for each
 * deviation, and a few others. Numbers and times become those of the whole load.
 */
export class MergedEvidence {
  readonly #sample: EvidenceSample;
  readonly #startedAtMs: number;
  readonly #events: RunEvent[] = [];
  readonly #evidenced = new Set<string>();
  readonly #counts = new Map<RunEvent['type'], number>();
  readonly #names = new Set<string>();

  /** @param startedAtMs when the whole load started, in ms since 1970: the time 0 of its exchanges */
  constructor(seed: number, startedAtMs: number) {
    this.#sample = new EvidenceSample(seededNumbers(seed));
    this.#startedAtMs = startedAtMs;
  }

  /**
   * Takes all events of one shard.
   *
   * @param startedAtMs when its run started, in ms since 1970
   */
  add(shard: Shard, startedAtMs: number, events: readonly RunEvent[]): void {
    const laterMs = startedAtMs - this.#startedAtMs;
    const renumbered = events.map((event) => inWholeLoad(event, shard, laterMs));
    const exchanges = new Map<number, ExchangeEvent>();
    for (const event of renumbered) {
      if (event.type === 'exchange') {
        exchanges.set(event.exchange.number, event);
      }
    }
    const cited = new Set<number>();
    for (const event of renumbered) {
      if (event.type === 'finding') {
        this.#addFinding(event.finding, exchanges, cited);
      } else if (event.type !== 'exchange') {
        this.#addOther(event, shard);
      }
    }
    for (const [number, event] of exchanges) {
      this.#addExchange(event, cited.has(number));
    }
  }

  /** The selected events. */
  get events(): readonly RunEvent[] {
    const drawn = this.#sample.drawnExchanges.map(
      (exchange): RunEvent => ({ type: 'exchange', exchange, touched: [] }),
    );
    const all = [...this.#events, ...drawn];
    // The exchanges before a finding help to understand it.
    const exchanges = all
      .filter((event) => event.type === 'exchange')
      .sort((left, right) => left.exchange.number - right.exchange.number);
    return [...exchanges, ...all.filter(({ type }) => type !== 'exchange')];
  }

  #addFinding(finding: Finding, exchanges: ReadonlyMap<number, ExchangeEvent>, cited: Set<number>): void {
    const shown = exchanges.get(finding.exchange);
    const operation = shown === undefined ? null : operationOf(shown.exchange);
    const deviation = `${finding.requirement} ${finding.kind}`;
    if (shown === undefined || !this.#sample.keepsDeviation(deviation, operation ?? 'listPets')) {
      return;
    }
    for (const number of [finding.exchange, ...finding.related.map(({ exchange }) => exchange)]) {
      cited.add(number);
    }
    this.#events.push({ type: 'finding', finding });
  }

  #addExchange(event: ExchangeEvent, isCited: boolean): void {
    const { exchange, touched } = event;
    const operation = operationOf(exchange) ?? 'listPets';
    const isFirst = this.#sample.isFirstOfAKind({
      request: { operation },
      status: exchange.response?.status ?? 0,
    });
    const isNews = touched.some((requirement) => !this.#evidenced.has(requirement));
    if (isCited || isFirst || isNews) {
      this.#events.push(event);
      for (const requirement of touched) {
        this.#evidenced.add(requirement);
      }
      return;
    }
    const place = this.#sample.draw();
    if (place !== -1) {
      this.#sample.put(place, exchange);
    }
  }

  /** Common steps of the preparation appear once, problems once per shard. */
  #addOther(event: RunEvent, shard: Shard): void {
    const placed = withShard(event, shard);
    const text = JSON.stringify(withoutNumbers(placed));
    const count = this.#counts.get(placed.type) ?? 0;
    const isStep = placed.type === 'preflight' && placed.step.outcome !== 'problem';
    const name = isStep ? `step ${placed.step.name}` : text;
    if (count < mostOfAType && !this.#names.has(name)) {
      this.#names.add(name);
      this.#counts.set(placed.type, count + 1);
      this.#events.push(placed);
    }
  }
}

function operationOf({ request }: Exchange): Operation | null {
  return describeRequest(request).operation;
}

function withShard(event: RunEvent, shard: Shard): RunEvent {
  if (event.type === 'preflight' && event.step.outcome === 'problem') {
    return { ...event, step: { ...event.step, text: `${shardName(shard)}: ${event.step.text}` } };
  }
  return event.type === 'internal-error'
    ? { ...event, message: `${shardName(shard)}: ${event.message}` }
    : event;
}

function withoutNumbers(event: RunEvent): unknown {
  return event.type === 'observation' ? { ...event, exchanges: [] } : event;
}

/** Observations cite few exchanges. */
const mostNamed = 20;

/** An event of a shard with the numbers and times of the whole load. */
function inWholeLoad(event: RunEvent, shard: Shard, laterMs: number): RunEvent {
  const number = (own: number): number => inWhole(own - 1, shard) + 1;
  switch (event.type) {
    case 'exchange':
      return { ...event, exchange: exchangeInWholeLoad(event.exchange, number, laterMs) };
    case 'finding': {
      const { finding } = event;
      const related = finding.related.map(({ role, exchange }) => ({ role, exchange: number(exchange) }));
      return { ...event, finding: { ...finding, exchange: number(finding.exchange), related } };
    }
    case 'observation':
      return { ...event, exchanges: event.exchanges.slice(0, mostNamed).map(number) };
    case 'animal-created':
      return { ...event, exchange: number(event.exchange) };
    default:
      return event;
  }
}

function exchangeInWholeLoad(exchange: Exchange, number: (own: number) => number, laterMs: number): Exchange {
  const { retryOf, unsolicited, headersAtMs, connection, ...others } = exchange;
  const ofWhole = (own: number): number => (own === 0 ? 0 : number(own));
  const time = (ms: number): number => Math.max(0, ms + laterMs);
  return {
    ...others,
    number: number(exchange.number),
    sentAtMs: time(exchange.sentAtMs),
    headersAtMs: headersAtMs === null ? null : time(headersAtMs),
    finishedAtMs: time(exchange.finishedAtMs),
    connection: ofWhole(connection),
    ...(retryOf === undefined ? {} : { retryOf: number(retryOf) }),
  };
}
