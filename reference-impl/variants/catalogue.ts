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
import type { Variant, VariantRows } from './variant.ts';

const rows: VariantRows = {
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
};

/** Every known way to be unusual and right. */
export const variants: readonly Variant[] = Object.entries(rows).map(([name, row]) => {
  const [change, categoryIds] = typeof row === 'function' ? [row, null] : row;
  return { name, categoryIds, apply: (parts) => ({ ...parts, ...change(parts) }) };
});
