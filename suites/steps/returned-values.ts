import { type Answer, isRefused } from '../../src/suite/answer.ts';
import type { Check, PlainStatus } from '../../src/suite/check.ts';
import { perRun } from '../../src/suite/session.ts';
import { type OddName, requestOf, shaped } from '../cases/odd-names.ts';

/** How many creations of a table the service has accepted and refused, as it may. */
export const namesTaken = perRun(() => ({ accepted: 0, refused: 0 }));
export const categoriesTaken = perRun(() => ({ accepted: 0, refused: 0 }));

function note(taken: ReturnType<typeof namesTaken>, answer: Answer): void {
  taken.accepted += answer.status === 201 ? 1 : 0;
  taken.refused += isRefused(answer) ? 1 : 0;
}

/** The maximum number of requests to find the damaged parts of a name. */
const mostPartsTried = 6;

/** A name beyond plain ASCII: the service must return an accepted one undamaged, in the 201, by id and in lists. */
export async function nameComesBack(check: Check, name: OddName): Promise<void> {
  const findings = () => check.session.findingsOf(check.requirement).length;
  const before = findings();
  const answer = await check.send(requestOf(check, name));
  note(namesTaken(check), answer);
  await check.readBack(answer);
  if (findings() > before && name.parts !== undefined) {
    for (const part of damagedParts(name.parts, answer)) {
      await check.send(requestOf(check, shaped(part)));
    }
  }
}

/** The parts of the name that the returned name does not contain; all parts if it contains each of them. */
function damagedParts(parts: NonNullable<OddName['parts']>, { pet }: Answer) {
  const returned = pet?.name;
  const damaged = parts.filter(({ before, after }) => {
    const text = after === '' ? before : before === '' ? after : after.slice(1, -2);
    return typeof returned !== 'string' || !returned.includes(text);
  });
  return (damaged.length > 0 ? damaged : parts).slice(0, mostPartsTried);
}

/** In turn, since a service may store the animals of each in another way; most in one, whose lists show them all. */
const statuses: readonly PlainStatus[] = ['available', 'none', 'available', 'sold', 'available', 'pending'];

/** A categoryId anywhere in int64: the service must return an accepted one to the last digit. */
export async function categoryComesBack(check: Check, categoryId: bigint): Promise<void> {
  const taken = categoriesTaken(check);
  if (taken.accepted === 0 && taken.refused >= 2) {
    return;
  }
  const status = statuses[(taken.accepted + taken.refused) % statuses.length];
  const answer = await check.create({ ...check.plainPet(status), categoryId });
  note(taken, answer);
  if (taken.accepted <= categoriesToRead) {
    await check.readBack(answer);
  }
}

/** The lists show the others, too. */
const categoriesToRead = 4;
