import { bodyFamilies } from './bodies.ts';
import { credentialVarieties } from './credentials.ts';
import { encodingVarieties } from './encodings.ts';
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
  encodingVarieties,
  [{ kind: 'early-id' }, { kind: 'full-page' }],
];

/** All cases, with the families evenly interleaved: a run that stops early has sent the same share of each. */
export const varieties: readonly Variety[] = families
  .flatMap((family) => family.map((variety, index) => ({ variety, place: (index + 0.5) / family.length })))
  .toSorted((left, right) => left.place - right.place)
  .map(({ variety }) => variety);
