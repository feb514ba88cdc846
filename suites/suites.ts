import type { Suite } from '../src/runner/suite-tests.ts';
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

export const suiteOrder: ByEffort<readonly SuiteName[]> = {
  // The run adds so few animals that lists stay short. So it lists once, after all creations and refusals, and each of
  // these lists is evidence for many requirements.
  smoke: [
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
  normal: usualOrder,
  // The store soon has more animals than a list shows, so unusual names are created early.
  thorough: [...new Set<SuiteName>(['fresh-animals', 'varieties', ...usualOrder])],
};
