import { authorization } from '../../src/arbitraries/credentials.ts';
import { type NewPet, newPetText } from '../../src/arbitraries/new-pet.ts';
import {
  type Credential,
  createPet,
  getPet,
  listPets,
  listPetsByQuery,
  withCredential,
} from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';

/** @param pet returns the pet of a creation, and throws in a read-only run */
export type OddRequest = (key: Credential, pet: () => NewPet) => OutgoingRequest;

/** A credential whose token has these bytes. In a header field each byte is one character. */
function tokenOf(bytes: Buffer, description: string): Credential {
  return authorization(`Bearer ${bytes.toString('latin1')}`, `Bearer ${bytes.toString()}`, description);
}

const inUtf8 = tokenOf(Buffer.from('sch\u00fcssel-\u{1f511}'), 'a token beyond ASCII in UTF-8');
const inLatin1 = tokenOf(Buffer.from('cl\u00e9-du-magasin', 'latin1'), 'a token beyond ASCII in Latin-1');

/** A creation whose status is not UTF-8. Its status is invalid even if a decoder replaces the byte. */
function notUtf8(pet: NewPet): Buffer {
  const [before = '', after = ''] = newPetText({ ...pet, status: 'sold' }).split('sold');
  return Buffer.concat([Buffer.from(`${before}so`), Buffer.from([0xff]), Buffer.from(`ld${after}`)]);
}

function inUtf16(pet: NewPet): Buffer {
  return Buffer.from(`\ufeff${newPetText(pet)}`, 'utf16le');
}

/** Bytes that are invalid in the expected encoding. A service may refuse them, but must not fail. */
export const oddEncodings: readonly { readonly make: OddRequest; readonly creates?: true }[] = [
  { make: (key) => listPetsByQuery('status=%FF', key) },
  { make: (key, pet) => createPet(notUtf8(pet()), key), creates: true },
  { make: () => listPets({ limit: 1 }, inUtf8) },
  { make: (key) => withCredential('GET', '/pets/%E9', [], null, key) },
  { make: () => getPet(1n, inLatin1) },
  { make: (key, pet) => createPet(inUtf16(pet()), key), creates: true },
  { make: (key) => listPetsByQuery('limit=%C3%28', key) },
  { make: () => listPets({ limit: 1 }, authorization('Basic ???', 'Basic ???', 'Basic without base64')) },
];
