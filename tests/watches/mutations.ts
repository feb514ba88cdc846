import type { Exchange } from '../../src/exchange/exchange.ts';
import { answerMutations } from './answer-mutations.ts';
import type { Run } from './conforming-run.ts';
import { creationMutations } from './creation-mutations.ts';
import { errorMutations } from './error-mutations.ts';
import { keyMutations } from './key-mutations.ts';
import { listMutations } from './list-mutations.ts';
import { type Mutation, type Scene, scenesOf } from './mutation.ts';
import { rateMutations } from './rate-mutations.ts';
import { readingMutations } from './reading-mutations.ts';

/** Everything that one deviation may be, by name, change and violation. */
export const mutations: readonly Mutation[] = [
  ...answerMutations,
  ...errorMutations,
  ...rateMutations,
  ...listMutations,
  ...creationMutations,
  ...keyMutations,
  ...readingMutations,
];

/** A run that mutations are put into, and where the search for a place begins. */
export interface Stage {
  readonly run: Run;
  readonly scenes: readonly Scene[];
  readonly start: number;
}

export function stageOf(run: Run, start: number): Stage {
  return { run, scenes: scenesOf(run), start: start % run.exchanges.length };
}

/** The run with one place of it mutated, the first that offers itself from `start` on. */
export function mutated({ run, scenes, start }: Stage, { mutate, isLasting }: Mutation): Run | null {
  const order = [...scenes.keys()].map((step) => (start + step) % scenes.length);
  const chosen = order.find((index) => mutateAt(scenes[index], mutate) !== null);
  if (chosen === undefined) {
    return null;
  }
  const target = scenes[chosen]?.exchange.request.target;
  const exchanges = scenes.flatMap((scene, index) => {
    const isLater = isLasting === true && index > chosen && scene.exchange.request.target === target;
    const other = isLater ? mutate({ ...scene, readBefore: scenes[chosen]?.readBefore ?? 0 }) : null;
    return (index === chosen ? mutateAt(scene, mutate) : other) ?? [scene.exchange];
  });
  return { ...run, exchanges };
}

function mutateAt(scene: Scene | undefined, mutate: Mutation['mutate']): readonly Exchange[] | null {
  return scene === undefined ? null : mutate(scene);
}
