import { rmSync } from 'node:fs';
import { mixtureOf, namesInMixture } from '../../reference-impl/index.ts';
import type { OrderedTrial } from './judge-trials.ts';
import type { Trial, TrialOrder } from './trial.ts';
import { TrialWorker } from './trial-worker.ts';

/** Further mixtures are not shrunk: one mistake of the suite may flag many of them. */
const mostShrunk = 4;

/**
 * Shrinks up to four flagged mixtures, each to the fewest of its variants with the same false positive; by name.
 *
 * @param signal ends the search; results so far are returned
 */
export async function shrinkMixtures(
  trials: readonly OrderedTrial[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const flagged = trials.filter(
    ({ order, trial }) => order.subject.kind === 'mixture' && (trial?.reported.length ?? 0) > 0,
  );
  const worker = new TrialWorker();
  const end = (): void => worker.end();
  signal.addEventListener('abort', end, { once: true });
  try {
    const found = flagged.slice(0, mostShrunk).map(async ({ order, trial }) => {
      const requirement = trial?.reported[0]?.requirement ?? '';
      const make = (smaller: TrialOrder): Promise<Trial> => worker.make(smaller);
      const folder = `${order.folder}-smaller`;
      const smallest = await smallestFlagged({ ...order, folder }, requirement, make);
      rmSync(folder, { recursive: true, force: true });
      return [order.subject.name, smallest] as const;
    });
    return new Map(await Promise.all(found));
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

/** Removes one variant after another, as long as this requirement is still reported for the rest. */
export async function smallestFlagged(
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
      kept = trial.reported.some((violation) => violation.requirement === requirement) ? rest : kept;
    }
  }
  return mixtureOf(kept).name;
}
