import type { Deviation, Finding } from '../verdict/finding.ts';

/** What whoever watches a run says of one exchange. */
export class Notes {
  readonly findings: Finding[] = [];
  /** The requirements that the exchange is evidence for, each once. */
  readonly touched: string[] = [];
  /** What it shows of behaviour that the document leaves open, by requirement. */
  readonly observed: (readonly [requirement: string, text: string])[] = [];
  readonly #exchange: number;

  constructor(exchange: number) {
    this.#exchange = exchange;
  }

  /** The exchange is evidence for a requirement, and violates it where there is a deviation. */
  judge(requirement: string, deviation: Deviation | null): void {
    this.touch(requirement);
    if (deviation !== null) {
      this.findings.push({ requirement, exchange: this.#exchange, related: [], ...deviation });
    }
  }

  /** The exchange shows what a service does where the document leaves that open. */
  observe(requirement: string, text: string): void {
    this.touch(requirement);
    this.observed.push([requirement, text]);
  }

  touch(requirement: string): void {
    if (!this.touched.includes(requirement)) {
      this.touched.push(requirement);
    }
  }
}
