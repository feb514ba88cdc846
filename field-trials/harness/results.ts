import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldTrials } from './subject.ts';
import type { Trial } from './trial.ts';

/** What differed in the last trial of each subject, a line each, by the subject's name. */
export type Results = Readonly<Record<string, readonly string[]>>;

const file = join(fieldTrials, 'results.json');

/** The results on disk: subjects that this machine can't run keep what another one found. */
export function readResults(): Results {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Replaces the results of the subjects that were tried, and drops those of subjects that are gone. */
export function writeResults(names: readonly string[], trials: ReadonlyMap<string, Trial>): Results {
  const before = readResults();
  const entries = names.flatMap((name): [string, readonly string[]][] => {
    const trial = trials.get(name);
    const result = trial?.mismatches.map(({ kind, about }) => `${kind}: ${about}`) ?? before[name];
    return result === undefined ? [] : [[name, result]];
  });
  const results = Object.fromEntries(entries);
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return results;
}
