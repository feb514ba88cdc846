import type { Deviation, Finding } from '../verdict/finding.ts';

/** The results of the watchers for one exchange. */
export class Notes {
  readonly findings: Finding[] = [];
  /** The requirements that the exchange is evidence for, each once. */
  readonly touched: string[] = [];
  readonly observed: (readonly [requirement: string, text: string])[] = [];
  readonly #exchange: number;

  constructor(exchange: number) {
    this.#exchange = exchange;
  }

  /** The exchange is evidence for a requirement, and violates it if there is a deviation. */
  judge(requirement: string, deviation: Deviation | null): void {
    this.touch(requirement);
    if (deviation !== null) {
      this.findings.push({ requirement, exchange: this.#exchange, related: [], ...deviation });
    }
  }

  /** The exchange shows behaviour that the interface document leaves open. */
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
