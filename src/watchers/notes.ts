import type { Finding, RelatedExchange } from '../verdict/finding.ts';

/** A deviation as a watcher words it; the exchange is known. */
export interface Deviation {
  readonly kind: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly related?: readonly RelatedExchange[];
  /** The exchange that shows it, where it is another one than the exchange that is looked at. */
  readonly exchange?: number;
}

/** What the watchers say of one exchange. */
export class Notes {
  readonly findings: Finding[] = [];
  readonly touched: string[] = [];
  readonly #exchange: number;

  constructor(exchange: number) {
    this.#exchange = exchange;
  }

  /** Notes, once for each requirement, that the exchange is evidence for it, and the deviation where there is one. */
  judge(requirement: string, deviation: Deviation | null): void {
    this.touched.push(requirement);
    if (deviation !== null) {
      this.findings.push({ requirement, exchange: this.#exchange, related: [], ...deviation });
    }
  }
}
