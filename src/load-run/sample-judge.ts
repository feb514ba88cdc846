import type { Exchange, Operation } from '../exchange/exchange.ts';
import { describeRequest } from '../exchange/request-description.ts';
import { seededNumbers } from '../exchange/seeded-numbers.ts';
import { EvidenceSample } from '../load/evidence-sample.ts';
import type { K6Exchange, K6Header } from '../load/k6/k6-load.ts';
import { isAsSent, sampledExchange } from '../load/k6/sampled-exchange.ts';
import { DeviationTally } from '../load/load-watch.ts';
import { Redactor } from '../secrets/redaction.ts';
import { animalCreated } from '../suite/answer.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import type { Watch } from '../watchers/watch.ts';
import { LoadWitness } from './load-witness.ts';

/** The maximum number of exchanges that wait for earlier ones: the users of k6 log concurrently. */
const mostWaiting = 500;

interface Waiting {
  readonly exchange: Exchange;
  readonly second: number;
}

/** Judges the sampled exchanges of one instance of k6 by the watches of a load. */
export class SampleJudge {
  readonly #header: K6Header;
  readonly #redactor: Redactor;
  readonly #events: RunEvent[] = [];
  readonly #witness: LoadWitness;
  readonly #watches: readonly Watch[];
  readonly #sample: EvidenceSample;
  readonly #tally = new DeviationTally();
  readonly #judged: Record<Operation, number> = { listPets: 0, createPet: 0, getPet: 0 };
  #waiting: Waiting[] = [];
  #number = 0;
  #unjudged = 0;
  #lastFinishedMs = 0;

  /** @param apiKey the key, if it is known, to mask it */
  constructor(header: K6Header, apiKey: string) {
    const { plan, tag } = header;
    this.#header = header;
    this.#redactor = new Redactor([{ value: apiKey, shownAs: '$ANIMAL_STORE_API_KEY' }], [plan.baseUrl]);
    const context = { planLimit: plan.limit, minuteMs: plan.minuteMs, dayMs: plan.dayMs };
    this.#witness = new LoadWitness(context, tag, (event) => this.#events.push(event));
    this.#watches = this.#witness.watches;
    this.#sample = new EvidenceSample(seededNumbers(plan.seed + 1));
  }

  see(logged: K6Exchange): void {
    if (!isAsSent(logged)) {
      this.#unjudged += 1;
      return;
    }
    const { plan, startedAtMs } = this.#header;
    const { rampMs, warmupMs } = plan.load;
    this.#number += 1;
    const place = { number: this.#number, baseUrl: plan.baseUrl, originMs: startedAtMs };
    const exchange = sampledExchange(logged, { ...place, redactor: this.#redactor });
    this.#waiting.push({ exchange, second: ((logged.sinceMs ?? 0) - rampMs - warmupMs) / 1000 });
    if (this.#waiting.length > mostWaiting) {
      this.#judgeWaiting(mostWaiting / 2);
    }
  }

  /** The verdicts on the sample, after its last exchange. */
  finish() {
    this.#judgeWaiting(this.#waiting.length);
    for (const exchange of this.#sample.drawnExchanges) {
      this.#witness.note({ type: 'exchange', exchange, touched: [] });
    }
    for (const observation of this.#witness.watch.observations()) {
      this.#witness.note({ type: 'observation', ...observation });
    }
    return {
      events: this.#events,
      deviations: this.#tally.deviations,
      touched: [...this.#witness.touched],
      /** Sampled exchanges that were judged, by operation, and those that could not be. */
      judged: this.#judged,
      unjudged: this.#unjudged,
    };
  }

  #judgeWaiting(count: number): void {
    this.#waiting.sort((left, right) => left.exchange.finishedAtMs - right.exchange.finishedAtMs);
    const due = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    for (const one of due) {
      this.#judge(one);
    }
  }

  /** Watches see exchanges in the order in which they finished, which a collector of logs may have lost. */
  #judge({ exchange, second }: Waiting): void {
    const operation = describeRequest(exchange.request).operation;
    if (exchange.finishedAtMs < this.#lastFinishedMs || operation === null) {
      this.#unjudged += 1;
      return;
    }
    this.#lastFinishedMs = exchange.finishedAtMs;
    this.#judged[operation] += exchange.check === 'load' ? 1 : 0;
    const results = this.#watches.map((watch) => watch.see(exchange));
    const touched = results.flatMap((result) => result.touched);
    const findings = results
      .flatMap((result) => result.findings)
      .filter((finding) =>
        this.#sample.keepsDeviation(this.#tally.count(finding, operation, { second, rate: 0 }), operation),
      );
    const status = exchange.response?.status ?? 0;
    const isFirst = this.#sample.isFirstOfAKind({ request: { operation }, status });
    const isNews = touched.some((requirement) => !this.#witness.touched.has(requirement));
    const place = this.#sample.draw();
    if (findings.length > 0 || isFirst || isNews) {
      this.#witness.note({ type: 'exchange', exchange, touched });
    } else if (place !== -1) {
      this.#sample.put(place, exchange);
    }
    for (const finding of findings) {
      this.#witness.note({ type: 'finding', finding });
    }
    const created = exchange.check === 'preflight' ? animalCreated(exchange) : null;
    if (created !== null) {
      this.#witness.note(created);
    }
  }
}
