import type { Requirement, WrittenRequirement } from '../src/verdict/requirement.ts';
import { auth } from './catalogue/auth.ts';
import { create } from './catalogue/create.ts';
import { errors } from './catalogue/errors.ts';
import { get } from './catalogue/get.ts';
import { list } from './catalogue/list.ts';
import { quota } from './catalogue/quota.ts';
import { rate } from './catalogue/rate.ts';
import { responses } from './catalogue/responses.ts';
import { store } from './catalogue/store.ts';
import { version } from './catalogue/version.ts';

const rows = [
  ...auth,
  ...list,
  ...create,
  ...get,
  ...responses,
  ...errors,
  ...rate,
  ...quota,
  ...version,
  ...store,
] as const satisfies readonly WrittenRequirement[];

/** The id of a requirement of the catalogue. */
export type RequirementId = (typeof rows)[number]['id'];

const written: readonly (WrittenRequirement & { readonly id: RequirementId })[] = rows;

/** The requirement catalogue: everything that a conforming service owes, in the order in which reports list it. */
export const requirements: readonly (Requirement & { readonly id: RequirementId })[] = written.map((row) => ({
  ...row,
  since: row.since ?? 1,
}));

/** The newest version of the catalogue: it goes up where requirements are added. */
export const catalogueVersion = Math.max(...requirements.map(({ since }) => since));
