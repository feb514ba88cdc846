import type { Explanation } from '../src/verdict/explanation.ts';
import { auth } from './explanations/auth.ts';
import { createAccepted } from './explanations/create-accepted.ts';
import { createRefused } from './explanations/create-refused.ts';
import { errors } from './explanations/errors.ts';
import { get } from './explanations/get.ts';
import { list } from './explanations/list.ts';
import { quota } from './explanations/quota.ts';
import { rate } from './explanations/rate.ts';
import { responses, store, version } from './explanations/responses.ts';
import type { RequirementId } from './requirements.ts';

/** What stands behind each requirement of the catalogue. */
export const explanations: Readonly<Record<RequirementId, Explanation>> = {
  ...auth,
  ...list,
  ...createAccepted,
  ...createRefused,
  ...get,
  ...responses,
  ...errors,
  ...rate,
  ...quota,
  ...version,
  ...store,
};
