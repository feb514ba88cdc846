import { type NewPet, newPetText } from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/runner/check.ts';
import { createPet } from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';
import { accepting, compressed, inSmallLetters, inTwoWrites } from './as-others-send.ts';

/** Valid creations as other clients write them: what each of them does otherwise changes nothing of its meaning. */
export function validCreations(check: Check): OutgoingRequest[] {
  const create = (text: string): OutgoingRequest => createPet(text, check.session.key);
  return [
    create(overLines(newPetText(check.plainPet('sold')))),
    inTwoWrites(create(statusFirst(check))),
    create(newPetText(check.plainPet('sold')).replace('Rex', '\\u0052e\\u0078')),
    inSmallLetters(create(newPetText(smallLetters(check.plainPet('pending'))))),
    compressed(accepting(create(newPetText(check.plainPet('available'))), '*/*')),
  ];
}

/** Only commas and braces of the object itself stand in such a body: its name is plain. */
function overLines(text: string): string {
  return text.replace(/[{,]/g, '$&\n  ').replaceAll(':', ' : ').replace('}', '\n}\n');
}

/** Escapes in the name of a member mean what the characters mean (RFC 8259 section 8.3). */
function statusFirst(check: Check): string {
  const { name, categoryId } = check.plainPet('sold');
  return `{"status":"sold","c\\u0061tegoryId":${categoryId},"name":${JSON.stringify(name)}}`;
}

/** A name that begins with a small letter is as plain as any, where the service takes usual names. */
export function smallLetters(pet: NewPet): NewPet {
  return { ...pet, name: pet.name.replace(/^Rex /, 'rex ') };
}
