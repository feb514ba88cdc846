import { type NameBundle, nameBundles } from '../../src/arbitraries/name-bundles.ts';
import { type NameShape, nameOf } from '../../src/arbitraries/names.ts';
import { newPet, newPetText } from '../../src/arbitraries/new-pet.ts';
import { int64 } from '../../src/json/exact-json.ts';
import type { Answer } from '../../src/runner/answer.ts';
import { Check } from '../../src/runner/check.ts';
import { Inconclusive } from '../../src/runner/outcome.ts';
import { createPet } from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';
import { inTwoWrites } from './as-others-send.ts';

type Status = 'available' | 'pending' | 'sold' | undefined;

/** The categoryId, at the limit of a number type, and the status for each bundle. */
const companions: readonly (readonly [categoryId: bigint, status: Status])[] = [
  [2n ** 53n + 1n, 'available'],
  [0n, undefined],
  [-1n, 'available'],
  [int64.maximum, 'pending'],
];

/** The first names are the likeliest to be accepted. */
const mostNamesRefused = 2;

/** The maximum number of requests to find the damaged parts of a name. */
const mostPartsTried = 6;

/**
 * Creates a few animals with unusual values: names that combine many unusual parts, large and negative categories, all
 * statuses and none. A service may refuse such a name or category, and then the next creation has only one of the two.
 * After two refused names it sends no more. It reads the first animal without a status by id. Lists show the others.
 */
export async function createOddAnimals({ requirement, session }: Check): Promise<void> {
  // A service that drops the connection for such a name violates only errors/no-server-error.
  const check = new Check(requirement, 'OBSERVE', session);
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

/** Creates an animal. If its name is damaged, sends the parts of the name to find the cause. */
async function createOdd(check: Check, shape: NameBundle, category: bigint, status: Status): Promise<Answer> {
  const findings = () => check.session.findingsOf('create/text-exact').length;
  const before = findings();
  // Two writes for one name suffice to detect a service that decodes each chunk separately. The others need one write.
  const write = shape === nameBundles[0] ? inTwoWrites : undefined;
  const answer = await create(check, shape, category, status, write);
  const pet = status === undefined ? answer.pet : null;
  if (pet !== null) {
    await readBeside(check, pet.id);
  }
  if (findings() > before) {
    const parts = damagedParts(shape, answer);
    const afterWhole = findings();
    for (const part of parts) {
      await create(check, part, check.category(), 'available');
    }
    const [first] = parts;
    // No part is damaged in one write, so the two writes may be the cause.
    if (write !== undefined && first !== undefined && findings() === afterWhole) {
      await create(check, first, check.category(), 'available', write);
    }
  }
  return answer;
}

/** Reads an animal and, concurrently, another one twice, to detect a service that confuses concurrent requests. */
async function readBeside(check: Check, id: bigint): Promise<void> {
  const other = check.own.find((animal) => animal.reads.length > 0 && animal.id !== id);
  // In a large store the run needs this request for lists.
  const times = check.history.distinctAnimals > 100 ? 1 : 2;
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

/** The parts of the name that the returned name does not contain; all parts if it contains each of them. */
function damagedParts({ parts }: NameBundle, { pet }: Answer): readonly NameShape[] {
  const returned = pet?.name;
  const damaged = parts.filter(({ before, after }) => {
    const text = after === '' ? before : before === '' ? after : after.slice(1, -2);
    return typeof returned !== 'string' || !returned.includes(text);
  });
  return (damaged.length > 0 ? damaged : parts).slice(0, mostPartsTried);
}
