import { bodyFamilies } from './bodies.ts';
import { credentialVarieties } from './credentials.ts';
import { idVarieties } from './ids.ts';
import { keylessVarieties } from './keyless.ts';
import { listVarieties } from './lists.ts';
import { nameVarieties } from './names.ts';
import { togetherVarieties } from './together.ts';
import type { Variety } from './variety.ts';

const families: readonly (readonly Variety[])[] = [
  credentialVarieties,
  keylessVarieties,
  idVarieties,
  ...bodyFamilies,
  nameVarieties,
  listVarieties,
  togetherVarieties,
];

/** All of them, one of each family after the other: a run that stops in between has tried some of each. */
export const varieties: readonly Variety[] = Array.from(
  { length: Math.max(...families.map(({ length }) => length)) },
  (_, place) => families.flatMap((family) => family[place] ?? []),
).flat();
