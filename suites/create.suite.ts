import fc from 'fast-check';
import { describe } from 'vitest';
import { type NameShape, nameBounds, plainName } from '../src/arbitraries/names.ts';
import { newPet, newPetText, petStatuses } from '../src/arbitraries/new-pet.ts';
import { headerValue } from '../src/exchange/headers.ts';
import { readPet } from '../src/history/pet.ts';
import { member, writeJson } from '../src/json/exact-json.ts';
import type { Answer } from '../src/runner/answer.ts';
import type { Check } from '../src/runner/check.ts';
import { forExamples } from '../src/runner/examples.ts';
import { Inconclusive } from '../src/runner/outcome.ts';
import { requirement, scenario } from '../src/runner/suite-tests.ts';
import { categoriesComeBack, namesComeBack } from './shared/exact-values.ts';
import { refusesFurther } from './shared/further-refusals.ts';
import { idsAreUnique } from './shared/unique-ids.ts';
import { judgeAccepted, judgeJsonTypes, validCreations } from './shared/valid-creations.ts';

type Status = (typeof petStatuses)[number] | undefined;

/** A creation with plain values must return 201 and an object. */
async function accepts(check: Check, body: string): Promise<Answer> {
  const answer = await check.create(body);
  judgeAccepted(check, answer);
  return answer;
}

/** Records the status of a creation that the document does not specify, and the outcome if the service accepts it. */
async function observeCreation(
  check: Check,
  what: string,
  body: string,
  outcome: (answer: Answer) => string = () => '',
): Promise<void> {
  const answer = await check.create(body);
  const text = answer.status === 201 ? outcome(answer) : '';
  check.observe(`${what}: ${answer.status}${text === '' ? '' : `, ${text}`}`, answer);
}

describe('create', () => {
  requirement('create/accepts-valid', async (check) => {
    const category = check.category();
    if (check.plan.reuses) {
      check.evidence((await check.acceptedCreation(check.refusedStatus)).exchange);
    } else {
      for (const request of validCreations(check)) {
        judgeAccepted(check, await check.send(request));
      }
      await forExamples<[NameShape, Status]>(
        check,
        {
          edges: [[{ feature: 'plain ASCII', before: 'Bella ', after: '' }, 'pending']],
          arbitrary: fc.tuple(plainName, fc.constantFrom(...petStatuses)),
        },
        async ([shape, status]) => {
          const name = check.session.tags.plainName(shape);
          await accepts(check, newPetText(newPet(name, category, status)));
        },
      );
    }
    for (const other of check.session.workingCategories.slice(1, 3)) {
      await accepts(check, newPetText({ ...check.plainPet(), categoryId: other }));
    }
  });

  requirement('create/echoes-fields', { unlessExercised: (check) => check.createPlain() });

  requirement('create/assigns-id', { unlessExercised: (check) => check.createPlain() });

  requirement('create/text-exact', (check) => namesComeBack(check));

  requirement('create/text-normalised', async (check) => check.watched());

  requirement('create/status-optional', {
    sends: async (check) => {
      for (let count = check.plan.cases; count > 0; count -= 1) {
        const answer = await check.createPlain('none');
        if (answer.status !== 201) {
          const related = [await check.acceptedCreation('available')];
          check.expectStatus(answer, 201, 'A creation without a status', { related });
        }
      }
    },
  });

  requirement('create/int64-exact', (check) => categoriesComeBack(check));

  requirement('create/content-type-parameters', async (check) => {
    // create/unique-ids sends a creation with such a Content-Type.
    if (!check.plan.isServed) {
      await judgeJsonTypes(check);
    }
  });

  requirement('create/name-bounds', async (check) => {
    for (const { feature, literal } of nameBounds) {
      const body = `{"name":${literal(check.session.tags.next())},"categoryId":${check.category()}}`;
      await observeCreation(check, feature, body);
    }
  });

  requirement('create/category-existence', (check) =>
    observeCreation(
      check,
      'an unknown category',
      newPetText({ ...check.plainPet('sold'), categoryId: 7_203_685_477_580_801n }),
    ),
  );

  requirement('create/extra-fields', (check) =>
    observeCreation(
      check,
      'an undocumented field',
      newPetText(check.plainPet('sold'), { colour: 'black' }),
      ({ json }) => (member(json, 'colour') === undefined ? 'ignored' : 'kept'),
    ),
  );

  requirement('create/duplicate-members', (check) =>
    observeCreation(
      check,
      'a duplicate key',
      newPetText({ ...check.plainPet(), status: 'available' }).replace('}', ',"status":"sold"}'),
      ({ json }) => {
        const status = member(json, 'status');
        return status === 'sold'
          ? 'the last value wins'
          : status === 'available'
            ? 'the first value wins'
            : 'neither value wins';
      },
    ),
  );

  requirement('create/location', async (check) => {
    const answer = await check.createPlain('sold');
    const location = headerValue(answer.headers, 'Location');
    check.observe(
      location === undefined ? 'no Location header' : `Location: ${location.slice(0, 200)}`,
      answer,
    );
  });

  requirement('create/default-status', async (check) => {
    const answer = await check.createPlain('none');
    const pet = readPet(answer.json);
    if (pet === null) {
      throw new Inconclusive('no animal could be created without a status: see create/status-optional');
    }
    const reading = await check.get(pet.id);
    const status = member(reading.json, 'status');
    check.observe(
      status === undefined ? 'it reads without a status' : `it reads as ${writeJson(status).slice(0, 60)}`,
      answer,
      reading,
    );
  });

  scenario('further refused creations', (check) => refusesFurther(check));

  requirement('create/unique-ids', async (check) => {
    await idsAreUnique(check);
    check.watched();
  });
});
