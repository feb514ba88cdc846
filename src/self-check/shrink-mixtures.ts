import { rmSync } from 'node:fs';
import { mixtureOf, namesInMixture } from '../../reference-impl/index.ts';
import type { OrderedTrial } from './judge-trials.ts';
import type { TrialOrder } from './subject.ts';
import type { Trial } from './trial.ts';
import { TrialWorker } from './trial-worker.ts';

/** Mixtures beyond these stay as they are: one mistake of the suite may accuse many of them. */
const mostShrunk = 4;

/**
 * For each accused mixture, at most four, the fewest of its variants that are accused of the same: by its name.
 *
 * @param signal ends it; what was found so far is returned
 */
export async function shrinkMixtures(
  trials: readonly OrderedTrial[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const accused = trials.filter(
    ({ order, trial }) => order.subject.kind === 'mixture' && (trial?.blamed.length ?? 0) > 0,
  );
  const worker = new TrialWorker();
  const end = (): void => worker.end();
  signal.addEventListener('abort', end, { once: true });
  try {
    const found = accused.slice(0, mostShrunk).map(async ({ order, trial }) => {
      const requirement = trial?.blamed[0]?.requirement ?? '';
      const make = (smaller: TrialOrder): Promise<Trial> => worker.make(smaller);
      const folder = `${order.folder}-smaller`;
      const smallest = await smallestAccused({ ...order, folder }, requirement, make);
      rmSync(folder, { recursive: true, force: true });
      return [order.subject.name, smallest] as const;
    });
    return new Map(await Promise.all(found));
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

/** Takes one variant after another away, as long as the rest is still accused of this requirement. */
export async function smallestAccused(
  order: TrialOrder,
  requirement: string,
  make: (order: TrialOrder) => Promise<Trial>,
): Promise<string> {
  const all = namesInMixture(order.subject.name);
  let kept = all;
  for (const name of all) {
    const rest = kept.filter((other) => other !== name);
    if (rest.length > 0) {
      const subject = { kind: order.subject.kind, name: mixtureOf(rest).name };
      const trial = await make({ ...order, subject });
      kept = trial.blamed.some((blame) => blame.requirement === requirement) ? rest : kept;
    }
  }
  return mixtureOf(kept).name;
}
