import { type NameBundle, nameBundles } from '../../src/arbitraries/name-bundles.ts';
import { type NameShape, nameOf } from '../../src/arbitraries/names.ts';
import { newPet, newPetText } from '../../src/arbitraries/new-pet.ts';
import { readPet } from '../../src/history/pet.ts';
import { int64 } from '../../src/json/exact-json.ts';
import type { Answer } from '../../src/runner/answer.ts';
import { Check } from '../../src/runner/check.ts';
import { Inconclusive } from '../../src/runner/outcome.ts';
import { createPet } from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';
import { inTwoWrites } from './as-others-send.ts';

type Status = 'available' | 'pending' | 'sold' | undefined;

/** Each bundle goes with a categoryId at which number types end, and another status. */
const companions: readonly (readonly [categoryId: bigint, status: Status])[] = [
  [2n ** 53n + 1n, 'available'],
  [0n, undefined],
  [-1n, 'available'],
  [int64.maximum, 'pending'],
];

/** The first names are the likeliest to be accepted. */
const mostNamesRefused = 2;

/** How many names may be sent to find out which of the oddities of one are damaged. */
const mostPartsTried = 6;

/**
 * Creates few animals whose every value is odd: names of many oddities at once, large and negative categories, all
 * statuses and none. A service may refuse such names and categories, so where it does each is tried without the
 * other; whoever refuses two of the names is asked for no more. The first one whose status was not sent is read as
 * well; the others are seen in lists.
 */
export async function createOddAnimals(owed: Check): Promise<void> {
  // Who refuses such a name by breaking the connection violates errors/no-server-error, and nothing else.
  const check = new Check(owed.requirement, 'OBSERVE', owed.session);
  let takesCategory: boolean | null = null;
  let namesRefused = 0;
  for (const [index, shape] of nameBundles.entries()) {
    const [oddCategory, status] = companions[index % companions.length] ?? [0n, undefined];
    if (namesRefused === mostNamesRefused) {
      return;
    }
    const isPlain = takesCategory === false || namesRefused > 0;
    try {
      const answer = await createOdd(check, shape, isPlain ? check.category() : oddCategory, status);
      if (isPlain) {
        namesRefused += answer.status === 400 ? 1 : 0;
      } else if (answer.status === 400 && takesCategory === null) {
        const second = await createOdd(check, shape, check.category(), status);
        takesCategory = second.status === 201 ? false : null;
        namesRefused += second.status === 400 ? 1 : 0;
      } else {
        takesCategory ??= answer.status === 201 ? true : null;
      }
    } catch (error) {
      if (!(error instanceof Inconclusive)) {
        throw error;
      }
    }
  }
}

/** Creates one, and looks closely at what was damaged. */
async function createOdd(check: Check, shape: NameBundle, category: bigint, status: Status): Promise<Answer> {
  const findings = () => check.session.findingsOf('create/text-exact').length;
  const before = findings();
  // The others arrive in one piece: a service that decodes each piece by itself damages the characters across pieces.
  const write = shape === nameBundles[0] ? inTwoWrites : undefined;
  const answer = await create(check, shape, category, status, write);
  const pet = status === undefined ? readPet(answer.json) : null;
  if (pet !== null) {
    await readBeside(check, pet.id);
  }
  if (findings() > before) {
    const parts = damagedParts(shape, answer);
    const ofWhole = findings();
    for (const part of parts) {
      await create(check, part, check.category(), 'available');
    }
    const [first] = parts;
    if (write !== undefined && first !== undefined && findings() === ofWhole) {
      await create(check, first, check.category(), 'available', write);
    }
  }
  return answer;
}

/** Reads an animal, and at once another one twice that was read before: a service may mix up who asks for which. */
async function readBeside(check: Check, id: bigint): Promise<void> {
  const other = check.own.find((animal) => animal.reads.length > 0 && animal.id !== id);
  // In a store of so many animals the lists need the request.
  const times = check.session.history.distinctAnimals > 100 ? 1 : 2;
  const others = other === undefined ? [] : Array.from({ length: times }, () => other.id);
  await Promise.all([id, ...others].map((each) => check.get(each)));
}

function create(
  check: Check,
  shape: NameShape,
  category: bigint,
  status: Status,
  write: (request: OutgoingRequest) => OutgoingRequest = (request) => request,
): Promise<Answer> {
  check.refuseInReadOnlyRuns();
  const name = nameOf(shape, check.session.tags.next());
  return check.send(write(createPet(newPetText(newPet(name, category, status)), check.session.key)));
}

/** The oddities that are not in the name that was returned. */
function damagedParts({ parts }: NameBundle, { json }: Answer): readonly NameShape[] {
  const returned = readPet(json)?.name;
  const damaged = parts.filter(({ before, after }) => {
    const text = after === '' ? before : before === '' ? after : after.slice(1, -2);
    return typeof returned !== 'string' || !returned.includes(text);
  });
  return (damaged.length > 0 ? damaged : parts).slice(0, mostPartsTried);
}
