import type { Suite } from '../src/runner/suite.ts';
import { auth } from './auth.suite.ts';
import { clientIds } from './client-ids.suite.ts';
import { closing } from './closing.suite.ts';
import { create, nameBoundsSuite } from './create.suite.ts';
import { errors } from './errors.suite.ts';
import { freshAnimals } from './fresh-animals.suite.ts';
import { get } from './get.suite.ts';
import { interfaceSuite } from './interface.suite.ts';
import { list } from './list.suite.ts';
import { refusals } from './refusals.suite.ts';
import { refusedWithoutEffect } from './refused-without-effect.suite.ts';
import { sequences } from './sequences.suite.ts';

/**
 * The suites in their order. New animals are checked first, while lists are short. Suites that fill the store precede
 * those that need it full. Suites that judge the whole run are last.
 */
export const suites: readonly Suite[] = [
  freshAnimals,
  refusals,
  auth,
  refusedWithoutEffect,
  create,
  clientIds,
  get,
  sequences,
  list,
  errors,
  nameBoundsSuite,
  interfaceSuite,
  closing,
];
