import { contents } from './contents.ts';
import { limiters } from './limiters.ts';
import { lists } from './lists.ts';
import { transport } from './transport.ts';
import { undocumentedInput } from './undocumented-input.ts';
import type { Variant, VariantRows } from './variant.ts';

const rows: VariantRows = {
  ...lists,
  ...contents,
  ...undocumentedInput,
  ...transport,
  ...limiters,
};

/** Every known way to be unusual and right. */
export const variants: readonly Variant[] = Object.entries(rows).map(([name, row]) => {
  const [change, categoryIds] = typeof row === 'function' ? [row, null] : row;
  return { name, categoryIds, apply: (parts) => ({ ...parts, ...change(parts) }) };
});
