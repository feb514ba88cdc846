import type { RequirementId } from './requirements.ts';
import { requirements } from './requirements.ts';

/** The MUST requirements that sequences and concurrent requests can violate. */
const functional: readonly RequirementId[] = requirements
  .filter(({ id, level }) => level === 'MUST' && /^(create|get|list)\//.test(id))
  .map(({ id }) => id);

/** The requirements that every response can be evidence for. */
const ofEveryResponse: readonly RequirementId[] = [
  'auth/challenge',
  'auth/valid-key-accepted',
  'create/assigns-id',
  'create/echoes-fields',
  'get/status-stable',
  'list/unique-ids',
  ...requirements.map(({ id }) => id).filter((id) => /^(errors|rate|responses)\//.test(id)),
];

/** The requirements of each scenario, by its name. A run sends the scenario if any of them is selected. */
export const scenarios = {
  'one of every status': [
    'create/accepts-valid',
    'create/status-optional',
    'get/returns-created',
    'list/created-pet-listed',
    'list/filter-complete',
  ],
  model: functional,
  concurrency: functional,
  'fill the store': ['list/default-limit', 'list/never-above-100', 'list/limit-bounds-count'],
  'every documented status': ofEveryResponse,
  'odd requests': [
    'errors/no-server-error',
    'errors/no-internals',
    'errors/body-shape',
    'responses/documented-status',
    'responses/schema',
    'responses/media-type',
  ],
} as const satisfies Readonly<Record<string, readonly RequirementId[]>>;

/** The name of a scenario. */
export type ScenarioName = keyof typeof scenarios;
