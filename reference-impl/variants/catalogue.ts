import {
  type ReferenceImplementationOptions,
  type RunningImplementation,
  startReferenceImplementation,
} from '../server.ts';
import { announcedPages } from './announced-pages.ts';
import { contents } from './contents.ts';
import { limiterFigures } from './limiter-figures.ts';
import { limiterKinds } from './limiter-kinds.ts';
import { limiterScopes } from './limiter-scopes.ts';
import { lists } from './lists.ts';
import { encodings, oddInput } from './odd-input.ts';
import { readers } from './readers.ts';
import { statuses } from './statuses.ts';
import { transport } from './transport.ts';
import { undocumentedInput } from './undocumented-input.ts';
import type { Variant } from './variant.ts';

/** Every known way to be unusual and right. */
export const variants: readonly Variant[] = [
  ...lists,
  ...announcedPages,
  ...contents,
  ...readers,
  ...encodings,
  ...statuses,
  ...undocumentedInput,
  ...oddInput,
  ...transport,
  ...limiterKinds,
  ...limiterFigures,
  ...limiterScopes,
];

/** The variant of that name, or `undefined`. */
export function variantNamed(name: string): Variant | undefined {
  return variants.find((variant) => variant.name === name);
}

/** Starts a variant. @throws {Error} where none has that name. */
export async function startVariant(
  name: string,
  options: Omit<ReferenceImplementationOptions, 'decorate'> = {},
): Promise<RunningImplementation> {
  const variant = variantNamed(name);
  if (variant === undefined) {
    throw new Error(`There is no variant named ${name}.`);
  }
  return startReferenceImplementation({ ...options, decorate: variant.apply });
}
