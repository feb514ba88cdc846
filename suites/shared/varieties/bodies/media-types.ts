import { type NewPet, newPetText } from '../../../../src/arbitraries/new-pet.ts';
import { refusedBodies } from './body-case.ts';

/** Media types that resemble `application/json`. */
const types: readonly string[] = [
  ...['application/json5', 'application/x-json', 'json'],
  ...['application', 'text/plain; application/json', 'application/json-seq'],
  ...['text/javascript', 'text/html', 'application/yaml', 'application/*'],
];

function formOf({ name, categoryId, status }: NewPet): string {
  const form = new URLSearchParams({
    name,
    categoryId: `${categoryId}`,
    ...(status === undefined ? {} : { status }),
  });
  return form.toString();
}

const requirement = 'create/content-type-required';

/** Bodies with another media type than `application/json`: most of them are JSON, and one is a form. */
export const otherMediaTypes = [
  ...refusedBodies(requirement, types, (type, pet) => ({
    text: newPetText(pet),
    breaks: `Content-Type is ${type}`,
    contentTypes: [type],
  })),
  ...refusedBodies(requirement, ['application/x-www-form-urlencoded'], (type, pet) => ({
    text: formOf(pet),
    breaks: 'the body is a form instead of JSON',
    contentTypes: [type],
  })),
];
