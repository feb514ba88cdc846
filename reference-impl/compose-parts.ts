import { createKeyFinder, readCredential } from './credentials.ts';
import { createMemoryPetStore } from './memory-pet-store.ts';
import { createNewPetReader } from './new-pet-reader.ts';
import {
  createPet,
  getPet,
  handle,
  listPets,
  readListQuery,
  readPetId,
  route,
  showPet,
} from './operations.ts';
import type { Clock, Parts } from './parts.ts';
import type { NewPet } from './pet.ts';
import { defaultPlanLimits, type IssuedKey, type Plan, type PlanLimit } from './plans.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { send, showAllowance, showProblem, writeMessage } from './responses.ts';

/** What the parts can be given; everything has a default. */
export interface PartsOptions {
  /** What the limits and the headers go by: `Date` by default. */
  readonly clock?: Clock;
  /** Other figures than the default ones, in requests, by their plans. */
  readonly plans?: Readonly<Partial<Record<Plan, PlanLimit>>>;
  /** How long a minute of the limits lasts, in ms: 60,000 by default. */
  readonly minuteMs?: number;
  /** How long a day of the limits lasts, in ms: 86,400,000 by default. */
  readonly dayMs?: number;
  /** The categories that exist; any int64 is one by default. */
  readonly categories?: readonly bigint[];
  /** The animals that are there at the start, the oldest first; a few by default. */
  readonly animals?: readonly NewPet[];
}

/** The parts of the implementation, as they conform. */
export function composeParts(options: PartsOptions, issuedKeys: readonly IssuedKey[]): Parts {
  const clock = options.clock ?? Date;
  const rateSettings = {
    planLimits: { ...defaultPlanLimits, ...options.plans },
    minuteMs: options.minuteMs ?? 60_000,
    dayMs: options.dayMs ?? 86_400_000,
  };
  return {
    basePath: '/v1',
    clock,
    issuedKeys,
    rateSettings,
    readCredential,
    findKey: createKeyFinder(issuedKeys),
    takeAllowance: createRateLimiter(rateSettings, clock),
    route,
    readListQuery,
    readNewPet: createNewPetReader(options.categories ?? null),
    readPetId,
    petStore: createMemoryPetStore(options.animals),
    showPet,
    listPets,
    createPet,
    getPet,
    showProblem,
    handle,
    showAllowance,
    writeMessage,
    send,
  };
}
