import { createHash } from 'node:crypto';
import { faults } from '../../../reference-impl/index.ts';
import type { SelfCheckReport } from '../../../src/self-check/self-check-report.ts';
import type { Effort } from '../../../src/verdict/run-event.ts';
import { requirements } from '../../../suites/requirements.ts';

/** The efforts, from the least to the most. */
export const efforts: readonly Effort[] = ['smoke', 'normal', 'thorough'];

/** What runs of one effort said of one fault: requirement ids. */
export interface PublishedOutcome {
  readonly named: readonly string[];
  readonly missed: readonly string[];
  readonly stray: readonly string[];
  readonly requests: number;
}

/** One fault of the catalogue, as it was when it was tried. */
export interface PublishedFault {
  readonly name: string;
  /** Changes where what the catalogue says of it changes. */
  readonly digest: string;
  readonly outcomes: Readonly<Partial<Record<Effort, PublishedOutcome>>>;
}

/** `docs/self-check.json`: what self-checks found, kept for the page and for what is tried next. */
export interface PublishedMatrix {
  readonly faults: readonly PublishedFault[];
}

/** Everything that the catalogue says of a fault, in few characters. */
export function digestOf(name: string): string {
  const fault = faults.find((candidate) => candidate.name === name);
  const levels = fault?.violates.map(
    (id) => requirements.find((requirement) => requirement.id === id)?.level,
  );
  const text = JSON.stringify([fault?.description, fault?.violates, fault?.mayViolate, fault?.needs, levels]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/**
 * The matrix with what one more self-check found; what the catalogue has no more is left out.
 *
 * @public for scripts/publish-self-check.mjs
 */
export function withReport(known: PublishedMatrix, report: SelfCheckReport): PublishedMatrix {
  return {
    faults: faults.map(({ name }) => {
      const digest = digestOf(name);
      const before = known.faults.find((row) => row.name === name && row.digest === digest);
      const outcome = outcomeIn(report, name);
      return {
        name,
        digest,
        outcomes: {
          ...before?.outcomes,
          ...(outcome === null ? {} : { [report.run.effort]: outcome }),
        },
      };
    }),
  };
}

function outcomeIn({ faults: rows }: SelfCheckReport, name: string): PublishedOutcome | null {
  const row = rows.find((candidate) => candidate.name === name);
  if (row === undefined || row.outcome === 'failed' || row.outcome === 'left') {
    return null;
  }
  const having = (...outcomes: readonly string[]): string[] =>
    row.cells.filter(({ outcome }) => outcomes.includes(outcome)).map(({ requirement }) => requirement);
  return {
    named: having('caught', 'also'),
    missed: having('missed'),
    stray: having('stray'),
    requests: row.requests,
  };
}
