import { authorization } from '../../src/arbitraries/credentials.ts';
import { type NewPet, newPetText, petStatuses } from '../../src/arbitraries/new-pet.ts';
import {
  type Credential,
  createPet,
  getPet,
  listPets,
  listPetsByQuery,
  withCredential,
} from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';

/** Equivalents of documented queries: letters and digits may be percent-encoded (RFC 9110 section 4.2.3). */
const encoded: readonly string[] = [
  'status=s%6Fld',
  'limit=2&&status=sold',
  'limit=%31',
  'status=%61vailable&limit=100',
  '&limit=5',
  'st%61tus=pending',
  'l%69mit=3&status=%73%6f%6c%64',
  'status=available&limit=4&',
];

/**
 * Repeated parameters, and arrays and objects as frameworks parse them. Brackets are encoded, since some servers reject
 * raw ones.
 */
const repeated: readonly string[] = [
  'limit=1&limit=2',
  'status%5B%5D=sold&status%5B%5D=pending',
  'limit',
  'limit%5Ba%5D=1',
  'status=sold&status=pending',
  'limit%5B%5D=1',
  'limit=100&limit=1&status=sold',
  'status',
  'status%5B__proto__%5D=sold',
  'limit%5B0%5D=1&status=sold',
  '__proto__%5Bstatus%5D=sold',
  'status=sold,pending',
  'limit=1;status=sold',
  'limit==5',
  '&&&',
  'LIMIT=1',
  'q=1&page=2&offset=3&sort=name&order=desc&cursor=x',
];

/** Limits that some language reads as an integer, above 100 wherever they have digits: the bound may be unread. */
const limitsOfLanguages: readonly string[] = [
  ...['7_00', '0x3e8', '%EF%BC%97%EF%BC%90%EF%BC%90', '%20700', '700.0', 'null', '1e400', '700n', 'all'],
  ...['700px', '0700', '%2B700', '--700', '100.5', '-0', 'NaN', 'Infinity', '%5B%5D', '%D9%A7%D9%A0%D9%A0'],
  ...['700%0A', 'true'],
];

/** Limits out of range: none, and those at the bounds of number types. */
const farLimits: readonly bigint[] = [
  ...[0n, 128n, 257n, 65_536n, 2n ** 31n, 2n ** 32n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n, -(2n ** 31n)],
  ...[-(2n ** 63n) - 1n, 10n ** 39n],
];

/** Limits to combine with a status, for services that then forget the filter. */
const farLimitsOfFilters: readonly bigint[] = [101n, -1n, 1_000n, 2n ** 32n + 1n, 2n ** 63n];

/** Unknown statuses that languages, databases and text comparisons take for a known one. */
const otherStatuses: readonly string[] = [
  ...['constructor', '%25', 'sol', 'sold%00', 'sold%20', '%C5%BFold', 'SOLD', 'null', '__proto__', 'all'],
  ...['%F0%9F%90%88', '_old', '0', '%7B%7D', 'sol%64%CC%81', 'sold%27%22'],
];

const anyLength = '9'.repeat(400);

function statusAt(index: number): string {
  return petStatuses[index % petStatuses.length] ?? 'sold';
}

/** Lists in unusual notations, and undocumented ones, as encoded queries. The watches judge the responses. */
export const oddQueries = interleaved([
  encoded,
  farLimits.map((limit) => `limit=${limit}`),
  farLimitsOfFilters.map((limit, index) => `limit=${limit}&status=${statusAt(index)}`),
  limitsOfLanguages.map((limit) => `limit=${limit}`),
  repeated,
  otherStatuses.map((status, index) => (index % 2 === 0 ? `status=${status}` : `limit=5&status=${status}`)),
  [`limit=${anyLength}`, `status=${anyLength}`, `q=${anyLength.repeat(5)}`],
]);

/** The tables evenly interleaved: a beginning has the same share of each. */
function interleaved(tables: readonly (readonly string[])[]): readonly string[] {
  return tables
    .flatMap((queries) => queries.map((query, index) => ({ query, place: (index + 0.5) / queries.length })))
    .toSorted((left, right) => left.place - right.place)
    .map(({ query }) => query);
}

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
