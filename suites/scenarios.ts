import type { RequirementId } from './requirements.ts';
import { refusedCreations, requirements } from './requirements.ts';

/** The MUST requirements that sequences and concurrent requests can violate. */
const functional: readonly RequirementId[] = requirements
  .filter(({ id, level }) => level === 'MUST' && /^(create|get|list)\//.test(id))
  .map(({ id }) => id);

/** The requirements of each scenario, by its name. A run sends the scenario if any of them is selected. */
export const scenarios = {
  'one of every status': [
    'create/accepts-valid',
    'create/status-optional',
    'get/returns-created',
    'list/created-pet-listed',
    'list/filter-complete',
  ],
  'list without gaps': ['list/created-pet-listed'],
  model: functional,
  concurrency: functional,
  'fill the store': ['list/default-limit', 'list/never-above-100', 'list/limit-bounds-count'],
  varieties: [
    'auth/missing-key',
    'auth/not-bearer',
    'auth/unknown-key',
    ...refusedCreations,
    'create/text-exact',
    'get/malformed-id',
    'list/returns-pets',
    'list/agrees-with-get',
  ],
  'late readings': ['list/filter-complete', 'list/created-pet-listed', 'get/stable'],
} as const satisfies Readonly<Record<string, readonly RequirementId[]>>;

/** The name of a scenario. */
export type ScenarioName = keyof typeof scenarios;
