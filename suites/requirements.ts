import type { CatalogueRow } from '../src/verdict/explanation.ts';
import type { Requirement } from '../src/verdict/requirement.ts';
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
