import { createHash } from 'node:crypto';
import { faults } from '../../../reference-impl/index.ts';
import type { SelfCheckReport } from '../../../src/self-check/self-check-report.ts';
import type { Effort } from '../../../src/verdict/run-event.ts';
import { requirements } from '../../../suites/requirements.ts';

/** The efforts, from the least to the most. */
export const efforts: readonly Effort[] = ['smoke', 'normal', 'thorough'];

/** The results of runs at one effort with one fault: requirement ids. */
export interface PublishedOutcome {
  readonly named: readonly string[];
  readonly missed: readonly string[];
  readonly misattributed: readonly string[];
  readonly requests: number;
}

/** A fault of the catalogue at the time of its trial. */
export interface PublishedFault {
  readonly name: string;
  /** Changes whenever the catalogue states something else about the fault. */
  readonly digest: string;
  readonly outcomes: Readonly<Partial<Record<Effort, PublishedOutcome>>>;
}

/** `docs/self-check.json`: the results of self-checks, for the page and for the next incremental trial. */
export interface PublishedMatrix {
  readonly faults: readonly PublishedFault[];
}

/** A short hash of what the catalogue says a fault violates and needs; its description is mere wording. */
export function digestOf(name: string): string {
  const fault = faults.find((candidate) => candidate.name === name);
  const levels = fault?.violates.map(
    (id) => requirements.find((requirement) => requirement.id === id)?.level,
  );
  const text = JSON.stringify([fault?.violates, fault?.mayViolate, fault?.needs, levels]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/**
 * Merges the results of a self-check into the matrix, and drops faults that the catalogue no longer has.
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
    misattributed: having('misattributed'),
    requests: row.requests,
  };
}
