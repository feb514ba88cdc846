import type { Trial } from './trial.ts';

/** The differences in the last trial of each subject, a line each, by the subject's name. */
export type Results = Readonly<Record<string, readonly string[]>>;

export function resultsOf(trials: ReadonlyMap<string, Trial>): Results {
  return Object.fromEntries(
    [...trials].map(([name, { mismatches }]) => [
      name,
      mismatches.map(({ kind, about }) => `${kind}: ${about}`),
    ]),
  );
}
