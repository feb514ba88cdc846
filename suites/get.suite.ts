import { describe } from 'vitest';
import { farId } from '../src/arbitraries/int64.ts';
import { petStatuses } from '../src/arbitraries/new-pet.ts';
import { headerValue } from '../src/exchange/headers.ts';
import { readPet } from '../src/history/pet.ts';
import { isJsonObject, member, writeJson } from '../src/json/exact-json.ts';
import type { Answer } from '../src/runner/answer.ts';
import type { Check } from '../src/runner/check.ts';
import { forExamples } from '../src/runner/examples.ts';
import { requirement } from '../src/runner/requirement-test.ts';
import { skipWhereRemoved } from './shared/removed-operation.ts';

/** Creates an animal and reads it at once. */
async function createAndRead(check: Check, status: (typeof petStatuses)[number]) {
  const creation = await check.createPlain(status);
  const pet = readPet(creation.json);
  if (creation.status !== 201 || pet === null) {
    return null;
  }
  const reading = await check.get(pet.id);
  return { creation, reading, came: reading.status === 200 ? member(reading.json, 'status') : undefined };
}

describe('get', () => {
  requirement('get/returns-created', async (check) => {
    await skipWhereRemoved(check);
    const changed: { status: string; came: string; reading: Answer; creation: Answer }[] = [];
    for (const status of petStatuses.slice(-check.amount({ smoke: 2, normal: 3, thorough: 3 }))) {
      const read = await createAndRead(check, status);
      if (
        read?.came !== undefined &&
        read.came !== status &&
        member(read.creation.json, 'status') === status
      ) {
        changed.push({ ...read, status, came: writeJson(read.came) });
      }
    }
    const [first, second] = changed;
    // One status may change by itself, however soon; that two of them do so at once is no transition.
    if (first !== undefined && second !== undefined) {
      check.deviation(first.reading, {
        kind: 'status-differs',
        message: 'Animals read with another status than they were just created with, whichever that was',
        expected: `status: "${first.status}"`,
        actual: `status: ${first.came.slice(0, 60)}`,
        related: [
          { role: 'creation', exchange: first.creation.exchange.number },
          { role: 'another such reading', exchange: second.reading.exchange.number },
        ],
      });
    }
    check.watched();
  });

  requirement('get/id-matches', async (check) => {
    await skipWhereRemoved(check);
    await check.get(await check.knownId());
    check.watched();
  });

  requirement('get/unknown-id', async (check) => {
    await skipWhereRemoved(check);
    await forExamples(
      check,
      {
        edges: [8_070_450_532_247_928_831n, -8_070_450_532_247_928_831n],
        edgeCount: { smoke: 1, normal: 2, thorough: 2 },
        arbitrary: farId,
        generatedCount: { smoke: 0, normal: 1, thorough: 100 },
      },
      async (id) => {
        const answer = await check.get(id);
        const isAnimal = answer.status === 200 && member(answer.json, 'id') === id;
        if (answer.status !== 404 && !isAnimal) {
          check.deviation(answer, {
            kind: `status-${answer.status}`,
            message: `An id that no animal has is answered ${answer.status}`,
            expected: '404 with an Error body',
          });
        }
      },
    );
  });

  requirement('get/malformed-id', async (check) => {
    await skipWhereRemoved(check);
    const known = await check.knownId();
    await forExamples(
      check,
      {
        edges: ['abc', `${known}abc`, '1.5', '9223372036854775808', '0x1F', '1e3', ' ', 'null'],
        edgeCount: { smoke: 1, normal: 5, thorough: 8 },
      },
      async (id) => {
        const answer = await check.get(id);
        const isError =
          isJsonObject(answer.json) &&
          ['code', 'message', 'status'].every((name) => member(answer.json, name) !== undefined);
        if (answer.status < 400 || answer.status >= 500 || !isError) {
          check.deviation(answer, {
            kind: answer.status >= 400 && answer.status < 500 ? 'no-error-body' : `status-${answer.status}`,
            message: `The malformed id "${id}" is answered ${answer.status}${isError ? '' : ' without an Error body'}`,
            expected: 'a 4xx with an Error body',
          });
        }
      },
    );
  });

  requirement('get/deprecation-signalled', async (check) => {
    await skipWhereRemoved(check);
    const answer = await check.get(await check.knownId());
    const signals = ['Deprecation', 'Sunset', 'Link'].flatMap((name) => {
      const value = headerValue(answer.headers, name);
      return value === undefined ? [] : [`${name}: ${value.slice(0, 120)}`];
    });
    check.observe(signals.length === 0 ? 'not signalled in headers' : signals.join(', '), answer);
  });
});
