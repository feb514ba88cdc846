import { newPetText } from '../../../../src/arbitraries/new-pet.ts';
import { refusedBodies } from './body-case.ts';

/** Media types that resemble `application/json`. */
const types: readonly string[] = [
  ...['application/json5', 'application/x-json', 'json'],
  ...['application', 'text/plain; application/json', 'application/json-seq'],
  ...['text/javascript', 'text/html', 'application/yaml', 'application/*'],
];

/** Bodies with another media type than `application/json`. */
export const otherMediaTypes = refusedBodies('create/content-type-required', types, (type, pet) => ({
  text: newPetText(pet),
  breaks: `Content-Type is ${type}`,
  contentTypes: [type],
}));
