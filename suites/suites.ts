import type { Suite } from '../src/runner/suite.ts';
import type { Effort } from '../src/verdict/run-event.ts';
import { auth } from './auth.suite.ts';
import { clientIds } from './client-ids.suite.ts';
import { closing } from './closing.suite.ts';
import { create } from './create.suite.ts';
import { errors } from './errors.suite.ts';
import { freshAnimals } from './fresh-animals.suite.ts';
import { get } from './get.suite.ts';
import { interfaceSuite } from './interface.suite.ts';
import { list } from './list.suite.ts';
import type { ByEffort } from './plan.ts';
import { refusals } from './refusals.suite.ts';
import { refusedWithoutEffect } from './refused-without-effect.suite.ts';
import { sequences } from './sequences.suite.ts';
import { varieties } from './varieties.suite.ts';

/**
 * The suites in their usual order. New animals are checked first, while lists are short. Suites that fill the store
 * precede those that need it full. Suites that judge the whole run are last.
 */
export const suites = {
  'fresh-animals': freshAnimals,
  refusals,
  auth,
  'refused-without-effect': refusedWithoutEffect,
  create,
  'client-ids': clientIds,
  get,
  sequences,
  list,
  errors,
  interface: interfaceSuite,
  varieties,
  closing,
} satisfies Readonly<Record<string, Suite>>;

type SuiteName = keyof typeof suites;

const usualOrder = Object.keys(suites) as SuiteName[];

/** The suites with the plan of an effort. */
interface Pass {
  readonly effort: Effort;
  readonly suites: readonly SuiteName[];
}

/** A run makes one pass or several, the last one with its own effort. */
export const passes: ByEffort<readonly Pass[]> = {
  smoke: [
    {
      effort: 'smoke',
      // The run adds so few animals that lists stay short. So it lists once, after all creations and refusals, and each
      // of these lists is evidence for many requirements.
      suites: [
        ...([
          'auth',
          'refusals',
          'get',
          'create',
          'interface',
          'fresh-animals',
          'refused-without-effect',
        ] as const),
        ...(['client-ids', 'sequences', 'list', 'errors', 'varieties', 'closing'] as const),
      ],
    },
  ],
  normal: [{ effort: 'normal', suites: usualOrder }],
  // Generated animals soon fill all lists. So a thorough run begins as a normal one, whose lists show unusual animals.
  thorough: [
    { effort: 'normal', suites: usualOrder },
    { effort: 'thorough', suites: usualOrder.filter((name) => name !== 'varieties') },
  ],
};
