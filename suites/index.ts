import type { Suite } from '../src/suite/suite.ts';
import { auth } from './auth.ts';
import { create } from './create.ts';
import { errors } from './errors.ts';
import { everyResponse } from './every-response.ts';
import { get } from './get.ts';
import { list, listsOfMiddleLength } from './list.ts';
import { rate } from './rate.ts';
import { refusals } from './refused-creations.ts';
import { refusedWithoutEffect } from './refused-without-effect.ts';
import { sequences } from './sequences.ts';
import { versionAndStore } from './version-and-store.ts';

/** Creations precede lists, because those need a full store. */
const suites: readonly Suite[] = [
  refusals,
  auth,
  refusedWithoutEffect,
  listsOfMiddleLength,
  create,
  list,
  get,
  sequences,
  errors,
  versionAndStore,
  rate,
  everyResponse,
];

/** The checks of requirements and scenarios with their names, in the order in which a run makes them. */
export const checks = (['first', 'usual', 'last'] as const).flatMap((time) =>
  suites.flatMap((suite) => Object.entries(suite)).filter(([, check]) => check.time === time),
);
