import type { Exchange } from '../exchange/exchange.ts';
import type { JsonValue } from '../json/exact-json.ts';
import type { Finding, RelatedExchange } from '../verdict/finding.ts';
import type { AnimalHistory } from './animal-history.ts';

/** An answered exchange, as the judges of the history see it. */
export interface JudgedExchange {
  readonly exchange: Exchange;
  readonly status: number;
  /** The response's body as exact JSON, or `undefined` where it is none. */
  readonly json: JsonValue | undefined;
}

/** What a judge says of one exchange. */
export class Judgement {
  readonly findings: Finding[] = [];
  readonly touched = new Set<string>();
  /** What it shows of behaviour that the document leaves open, by requirement. */
  readonly observed: (readonly [requirement: string, text: string])[] = [];
  readonly #exchange: number;

  constructor(exchange: number) {
    this.#exchange = exchange;
  }

  /** The exchange shows what a service does where the document leaves that open. */
  observe(requirement: string, text: string): void {
    this.touched.add(requirement);
    this.observed.push([requirement, text]);
  }

  /** The exchange is evidence for a requirement; it violates it where `problem` is given. */
  judge(requirement: string, problem: Problem | null): void {
    this.touched.add(requirement);
    if (problem !== null) {
      const { related, ...words } = problem;
      this.findings.push({ requirement, exchange: this.#exchange, related: related ?? [], ...words });
    }
  }
}

/** A way in which an exchange violates a requirement. */
export interface Problem {
  readonly kind: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly related?: readonly RelatedExchange[];
}

/** Reads one kind of exchange against what is known of the store, and adds to that. */
export type Judge = (judged: JudgedExchange, history: AnimalHistory, judgement: Judgement) => void;
