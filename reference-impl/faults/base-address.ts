import type { Decoration } from '../parts.ts';
import { type Fault, violating } from './fault.ts';

/** Serves the operations below another path; what is asked for elsewhere is found nowhere. */
function servedBelow(basePath: string): Decoration {
  const [, ...base] = basePath.split('/');
  return (parts) => ({
    ...parts,
    basePath,
    handle: (request, all) => {
      const isBelow = base.every((segment, index) => request.path[index] === segment);
      const path = isBelow ? ['v1', ...request.path.slice(base.length)] : [''];
      return parts.handle({ ...request, path }, all);
    },
  });
}

export const baseAddress: readonly Fault[] = [
  ...violating(['version/base-address']).by({
    'address-without-version': servedBelow(''),
    // The base URL ends with /v1.0, as with gateways that use the full version.
    'address-with-minor-version': servedBelow('/v1.0'),
    // The base URL has another segment after the version: /v1/animal-store.
    'address-with-version-in-front': servedBelow('/v1/animal-store'),
  }),
];
