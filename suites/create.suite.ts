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
import { passage } from '../src/runner/passage-test.ts';
import { requirement } from '../src/runner/requirement-test.ts';
import { categoriesComeBack, namesComeBack } from './shared/exact-values.ts';
import { refusesFurther } from './shared/further-refusals.ts';
import { judgeAccepted, judgeJsonTypes } from './shared/other-writing.ts';
import { idsAreUnique } from './shared/unique-ids.ts';
import { validCreations } from './shared/valid-creations.ts';

type Status = (typeof petStatuses)[number] | undefined;

/** A creation of plain values must be answered 201 with an object. */
async function accepts(check: Check, body: string): Promise<Answer> {
  const answer = await check.create(body);
  judgeAccepted(check, answer);
  return answer;
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
          edges: petStatuses.map((status) => [
            { feature: 'plain ASCII', before: 'Bella ', after: '' },
            status,
          ]),
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

  requirement('create/echoes-fields', async (check) => {
    await check.watchedAfter(() => check.createPlain());
  });

  requirement('create/assigns-id', async (check) => {
    await check.watchedAfter(() => check.createPlain());
  });

  requirement('create/text-exact', async (check) => {
    await namesComeBack(check);
  });

  requirement('create/text-normalised', async (check) => {
    check.watched();
  });

  requirement('create/status-optional', async (check) => {
    for (let count = check.plan.reuses && check.isReached ? 0 : check.plan.cases; count > 0; count -= 1) {
      const answer = await check.createPlain('none');
      if (answer.status !== 201) {
        check.deviation(answer, {
          kind: `status-${answer.status}`,
          message: `A creation without a status is answered ${answer.status}`,
          expected: '201 and a Pet',
          related: [await check.acceptedCreation('available')],
        });
      }
    }
    check.watched();
  });

  requirement('create/int64-exact', async (check) => {
    await categoriesComeBack(check);
  });

  requirement('create/content-type-parameters', async (check) => {
    // A creation that is written otherwise in many ways at once shows it.
    if (!check.plan.isServed) {
      await judgeJsonTypes(check);
    }
  });

  requirement('create/name-bounds', async (check) => {
    for (const { feature, literal } of nameBounds) {
      const tag = check.session.tags.next();
      const answer = await check.create(`{"name":${literal(tag)},"categoryId":${check.category()}}`);
      check.observe(`${feature} is answered ${answer.status}`, answer);
    }
  });

  requirement('create/category-existence', async (check) => {
    const answer = await check.create(
      newPetText({ ...check.plainPet('sold'), categoryId: 7_203_685_477_580_801n }),
    );
    check.observe(
      answer.status === 201
        ? 'an unknown category is accepted'
        : `an unknown category is answered ${answer.status}`,
      answer,
    );
  });

  requirement('create/extra-fields', async (check) => {
    const answer = await check.create(newPetText(check.plainPet('sold'), { colour: 'black' }));
    const kept = member(answer.json, 'colour') !== undefined;
    check.observe(
      answer.status === 201
        ? `a field that the document does not show is ${kept ? 'kept' : 'ignored'}`
        : `a field that the document does not show is answered ${answer.status}`,
      answer,
    );
  });

  requirement('create/duplicate-members', async (check) => {
    const pet = check.plainPet();
    const text = newPetText({ ...pet, status: 'available' }).replace('}', ',"status":"sold"}');
    const answer = await check.create(text);
    const status = member(answer.json, 'status');
    check.observe(
      answer.status === 201
        ? `of a member that stands there twice counts ${status === 'sold' ? 'the last' : status === 'available' ? 'the first' : 'neither'}`
        : `a member that stands there twice is answered ${answer.status}`,
      answer,
    );
  });

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

  passage('further refused creations', async (check) => {
    await refusesFurther(check);
  });

  requirement('create/unique-ids', async (check) => {
    await idsAreUnique(check);
    check.watched();
  });
});
