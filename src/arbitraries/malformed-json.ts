import fc from 'fast-check';
import type { BrokenBody } from './broken-body.ts';
import { type NewPet, newPetText } from './new-pet.ts';

/** Deeper than parsers that call themselves for each level get, and still a short body. */
const nestedDeeply = 5_000;

/** Whether a text is well-formed JSON (RFC 8259). */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Bodies that are no JSON, each a valid body with one thing done to it; the tag survives where it can. */
export function malformedJson(pet: NewPet): readonly BrokenBody[] {
  const valid = newPetText(pet);
  const inside = valid.slice(1, -1);
  return [
    // Readers of streams stop behind the first value.
    { text: `${valid} ${valid}`, breaks: 'two objects, one behind the other' },
    { text: '', breaks: 'the body is empty' },
    { text: valid.slice(0, -1), breaks: 'the closing brace is missing' },
    { text: valid.replace('"name":"', '"name":"a\nb '), breaks: 'a raw line break inside a string' },
    { text: `{${inside},}`, breaks: 'a comma stands before the closing brace' },
    { text: valid.replaceAll('"', "'"), breaks: 'strings stand in single quotes' },
    { text: valid.replace('"name"', 'name'), breaks: 'a member name without quotes' },
    { text: `{/* pet */${inside}}`, breaks: 'a comment' },
    // In a member that counts, readers that take NaN for a number would refuse it all the same.
    { text: `{${inside},"weight":NaN}`, breaks: 'a further member is NaN' },
    {
      text: valid.replace(/"categoryId":(-?)(\d+)/, '"categoryId":$10$2'),
      breaks: 'a number with a leading zero',
    },
    { text: valid.replace('"name":"', '"name":"\\x41 '), breaks: 'an unknown escape' },
    {
      text: `{${inside},"parents":${'['.repeat(nestedDeeply)}`,
      breaks: `${nestedDeeply} arrays within one another are not closed`,
    },
    { text: valid.replace(',', ' '), breaks: 'a comma is missing' },
    { text: `${valid}}`, breaks: 'one closing brace too many' },
    { text: '   ', breaks: 'the body is only white space' },
    {
      text: `name=${encodeURIComponent(pet.name)}&categoryId=${pet.categoryId}`,
      breaks: 'the body is a form',
    },
    { text: valid.replace(':', '='), breaks: 'an equals sign in place of a colon' },
  ].filter((body) => !isJson(body.text));
}

/** Mutations of a valid body that are no JSON any more: characters taken out, doubled or replaced. */
export function anyMalformedJson(pet: NewPet): fc.Arbitrary<BrokenBody> {
  const valid = newPetText(pet);
  const place = fc.integer({ min: 0, max: valid.length - 1 });
  return fc
    .oneof(
      place.map((at) => ({
        text: valid.slice(0, at) + valid.slice(at + 1),
        breaks: `character ${at} is taken out`,
      })),
      place.map((at) => ({ text: valid.slice(0, at), breaks: `cut off after ${at} characters` })),
      fc
        .tuple(place, fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '\t', '#'))
        .map(([at, character]) => ({
          text: valid.slice(0, at) + character + valid.slice(at),
          breaks: `${JSON.stringify(character)} is put in at ${at}`,
        })),
    )
    .filter((body) => !isJson(body.text));
}
