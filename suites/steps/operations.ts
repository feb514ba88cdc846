import type { Operation } from '../../src/exchange/exchange.ts';
import { getPetMayBeGone } from '../../src/exchange/removal.ts';
import type { RunOptions } from '../../src/suite/run-options.ts';

/** The operations that a run may request, and that the service must serve at that time. */
export function operationsOf({ readOnly }: RunOptions, now = new Date()): readonly Operation[] {
  return [
    ...(readOnly ? [] : (['createPet'] as const)),
    ...(getPetMayBeGone({ startedAt: now.toISOString() }) ? [] : (['getPet'] as const)),
    'listPets',
  ];
}
