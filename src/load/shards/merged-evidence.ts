import type { Exchange, Operation } from '../../exchange/exchange.ts';
import { describeRequest } from '../../exchange/request-description.ts';
import type { Finding } from '../../verdict/finding.ts';
import type { RunEvent } from '../../verdict/run-event.ts';
import { EvidenceSample } from '../evidence-sample.ts';
import type { ReadShard } from './shard-outcome.ts';
import { inWhole, type Shard, shardName } from './shard-plan.ts';

/** The maximum number of kept events of each type other than exchanges and findings. */
const mostOfAType = 200;

type ExchangeEvent = Extract<RunEvent, { type: 'exchange' }>;

/**
 * A sample of the evidence of all shards as in the report of one load: the first exchanges of each kind, some for each
 * deviation, and what shows a requirement. Numbers and times become those of the whole load.
 *
 * @param startedAtMs when the whole load started, in ms since 1970: the time 0 of its exchanges
 */
export function mergedEvidence(shards: readonly ReadShard[], startedAtMs: number): RunEvent[] {
  const sample = new EvidenceSample(() => 0);
  const evidenced = new Set<string>();
  const others = new Map<string, RunEvent>();
  const counts = new Map<RunEvent['type'], number>();
  const exchanges: ExchangeEvent[] = [];
  for (const { shard, run, events } of shards) {
    const laterMs = Date.parse(run.startedAt) - startedAtMs;
    const own = events.map((event) => inWholeLoad(event, shard, laterMs));
    const sent = new Map(
      own
        .filter((event) => event.type === 'exchange')
        .map((event) => [event.exchange.number, event] as const),
    );
    const cited = new Set<number>();
    for (const event of own) {
      if (event.type === 'finding' && keepsFinding(event.finding, sent, sample)) {
        others.set(JSON.stringify(event), event);
        const { exchange, related } = event.finding;
        for (const number of [exchange, ...related.map((one) => one.exchange)]) {
          cited.add(number);
        }
      } else if (event.type !== 'finding' && event.type !== 'exchange') {
        const placed = withShard(event, shard);
        const name = nameOf(placed);
        const count = counts.get(event.type) ?? 0;
        if (!others.has(name) && count < mostOfAType) {
          others.set(name, placed);
          counts.set(event.type, count + 1);
        }
      }
    }
    for (const [number, event] of sent) {
      const operation = operationOf(event.exchange) ?? 'listPets';
      const status = event.exchange.response?.status ?? 0;
      const isFirst = sample.isFirstOfAKind({ request: { operation }, status });
      if (cited.has(number) || isFirst || event.touched.some((requirement) => !evidenced.has(requirement))) {
        exchanges.push(event);
        for (const requirement of event.touched) {
          evidenced.add(requirement);
        }
      }
    }
  }
  // The exchanges before a finding help to understand it.
  exchanges.sort((left, right) => left.exchange.number - right.exchange.number);
  return [...exchanges, ...others.values()];
}

function keepsFinding(
  { requirement, kind, exchange }: Finding,
  sent: ReadonlyMap<number, ExchangeEvent>,
  sample: EvidenceSample,
): boolean {
  const shown = sent.get(exchange);
  return (
    shown !== undefined &&
    sample.keepsDeviation(`${requirement} ${kind}`, operationOf(shown.exchange) ?? 'listPets')
  );
}

/** The same for events that say the same: common steps of the preparation appear once, problems once per shard. */
function nameOf(event: RunEvent): string {
  if (event.type === 'preflight' && event.step.outcome !== 'problem') {
    return `step ${event.step.name}`;
  }
  return JSON.stringify(event.type === 'observation' ? { ...event, exchanges: [] } : event);
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
