import { newPetText } from '../../../../src/arbitraries/new-pet.ts';
import { refusedBodies } from './body-case.ts';

/** Media types that are not `application/json`, though they look, sound or are written like it. */
const types: readonly string[] = [
  ...['application/json5', 'application/x-json', 'json'],
  ...['application', 'text/plain; application/json', 'application/json-seq'],
  ...['text/javascript', 'text/html', 'application/yaml', 'application/*'],
];

/** Bodies that are sent as something else than `application/json`. */
export const otherMediaTypes = refusedBodies('create/content-type-required', types, (type, pet) => ({
  text: newPetText(pet),
  breaks: `Content-Type is ${type}`,
  contentTypes: [type],
}));
