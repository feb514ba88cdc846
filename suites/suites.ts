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
import type { SuiteName } from './plan.ts';
import { refusals } from './refusals.suite.ts';
import { refusedWithoutEffect } from './refused-without-effect.suite.ts';
import { sequences } from './sequences.suite.ts';
import { varieties } from './varieties.suite.ts';

/** The suites, in the order of plan.ts. */
export const suites: Readonly<Record<SuiteName, Suite>> = {
  auth,
  'client-ids': clientIds,
  closing,
  create,
  errors,
  'fresh-animals': freshAnimals,
  get,
  interface: interfaceSuite,
  list,
  refusals,
  'refused-without-effect': refusedWithoutEffect,
  sequences,
  varieties,
};
