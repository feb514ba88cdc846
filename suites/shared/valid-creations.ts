import { type NewPet, newPetText } from '../../src/arbitraries/new-pet.ts';
import { writeJson } from '../../src/json/exact-json.ts';
import type { Check } from '../../src/runner/check.ts';
import { createPet } from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';
import { accepting, compressed, inSmallLetters, inTwoWrites } from './as-others-send.ts';

/**
 * Valid creations as other clients write them: each differs in its form, and none in its meaning. An escape means what
 * its character means, in a value and in the name of a member (RFC 8259 section 7).
 */
export function validCreations(check: Check): OutgoingRequest[] {
  const create = (text: string): OutgoingRequest => createPet(text, check.session.key);
  return [
    create(overLines(newPetText(check.plainPet('sold')))),
    create(statusFirst(check.plainPet('sold'))),
    create(newPetText(check.plainPet('sold')).replace('Rex', '\\u0052e\\u0078')),
    create(newPetText(check.plainPet('sold')).replace('"categoryId"', '"c\\u0061tegoryId"')),
    inTwoWrites(create(newPetText(check.plainPet('sold')))),
    inSmallLetters(create(newPetText(smallLetters(check.plainPet('pending'))))),
    compressed(accepting(create(newPetText(check.plainPet('available'))), '*/*')),
  ];
}

/** The body on several lines, the first one empty. Its name is plain, so it has no commas and braces. */
function overLines(text: string): string {
  return `\n${text}`.replace(/[{,]/g, '$&\n  ').replaceAll(':', ' : ').replace('}', '\n}\n');
}

function statusFirst({ status, name, categoryId }: NewPet): string {
  return writeJson({ ...(status === undefined ? {} : { status }), name, categoryId });
}

/** A name that begins with a small letter is as plain as any, where the service takes usual names. */
export function smallLetters(pet: NewPet): NewPet {
  return { ...pet, name: pet.name.replace(/^Rex /, 'rex ') };
}
