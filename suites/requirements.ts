import type { CatalogueRow, Requirement } from '../src/verdict/requirement.ts';
import { auth } from './catalogue/auth.ts';
import { createAccepted, createValues } from './catalogue/create-accepted.ts';
import { createRefused } from './catalogue/create-refused.ts';
import { errors } from './catalogue/errors.ts';
import { getById } from './catalogue/get.ts';
import { list } from './catalogue/list.ts';
import { quota } from './catalogue/quota.ts';
import { rate } from './catalogue/rate.ts';
import { responses, store, version } from './catalogue/responses.ts';

const rows = {
  ...auth,
  ...list,
  ...createAccepted,
  ...createRefused,
  ...createValues,
  ...getById,
  ...responses,
  ...errors,
  ...rate,
  ...quota,
  ...version,
  ...store,
};

/** The id of a requirement of the catalogue. */
export type RequirementId = keyof typeof rows;

/** The requirement catalogue with explanations, by id. */
export const catalogue: Readonly<Record<RequirementId, CatalogueRow>> = rows;

/** The requirement catalogue, in the order of reports. */
export const requirements: readonly (Requirement & { readonly id: RequirementId })[] = (
  Object.keys(rows) as RequirementId[]
).map((id) => {
  const { level, statement, section, since } = rows[id];
  return { id, level, statement, section, since };
});

/** A requirement that POST /pets refuses an invalid body or media type. */
export type RefusedCreation = Exclude<keyof typeof createRefused, 'create/refused-without-effect'>;

export const refusedCreations = Object.keys(createRefused).filter(
  (id): id is RefusedCreation => id !== 'create/refused-without-effect',
);

/** The version of the Animal Store Service Interface that the requirements are from. */
export const interfaceVersion = '1.0.0';

/** The newest version of the catalogue, which increases with each addition. */
export const catalogueVersion = Math.max(...requirements.map(({ since }) => since));

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
