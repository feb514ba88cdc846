import type { Operation } from '../exchange/exchange.ts';
import type { Finding } from '../verdict/finding.ts';
import type { LoadDeviation } from '../verdict/load-record.ts';

/** How fast a load was when something was seen. */
export interface LoadMoment {
  /** Seconds since the start of what is measured. */
  readonly second: number;
  /** Responses in the previous second. */
  readonly rate: number;
}

/** The maximum number of distinguished kinds of violations, to bound memory. */
const mostKinds = 1_000;

interface Counted extends LoadDeviation {
  count: number;
  readonly operations: { [Name in Operation]?: number };
}

/** How often each deviation was met in a load. */
export class DeviationTally {
  readonly #deviations = new Map<string, Counted>();

  /** Counts a finding. Returns what names its deviation. */
  count({ requirement, kind }: Finding, operation: Operation, moment: LoadMoment): string {
    const name = `${requirement} ${kind}`;
    const known = this.#deviations.get(name);
    if (known !== undefined) {
      known.count += 1;
      known.operations[operation] = (known.operations[operation] ?? 0) + 1;
    } else if (this.#deviations.size < mostKinds) {
      const firstSecond = Math.floor(moment.second);
      const operations = { [operation]: 1 };
      this.#deviations.set(name, {
        requirement,
        kind,
        count: 1,
        operations,
        firstSecond,
        rateThen: moment.rate,
      });
    }
    return name;
  }

  get deviations(): readonly LoadDeviation[] {
    return [...this.#deviations.values()];
  }
}
