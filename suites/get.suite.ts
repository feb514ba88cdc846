import { describe } from 'vitest';
import { farId, farIdLike } from '../src/arbitraries/int64.ts';
import { headerValue } from '../src/exchange/headers.ts';
import { member } from '../src/json/exact-json.ts';
import type { Answer } from '../src/runner/answer.ts';
import type { Check } from '../src/runner/check.ts';
import { forExamples } from '../src/runner/examples.ts';
import { requirement } from '../src/runner/suite-tests.ts';
import { getPet } from '../src/target/api-request.ts';
import { accepting, compressed } from './shared/as-others-send.ts';
import { malformedIds, refusesId } from './shared/malformed-ids.ts';
import { skipWhereRemoved } from './shared/removed-operation.ts';

/** One of these ids others may have given; not all of them, one beyond 2^55, 0 and a negative one among them. */
function judgeEveryId(check: Check, animals: readonly Answer[], asked: number): void {
  const [first, ...others] = animals;
  if (first !== undefined && others.length >= 2 && animals.length === asked) {
    check.deviation(first, {
      kind: 'every-id',
      message: `All of ${asked} unrelated ids return 200 and an animal`,
      expected: '404 with an Error body',
      related: others.map(({ exchange }) => ({ role: 'another id', exchange: exchange.number })),
    });
  }
}

describe('get', () => {
  requirement('get/id-matches', async (check) => {
    await skipWhereRemoved(check);
    if (!check.isExercised) {
      await check.get(await check.knownId());
    }
    check.watched();
  });

  requirement('get/unknown-id', async (check) => {
    await skipWhereRemoved(check);
    const [seen] = check.session.history.seen;
    const known = seen?.id ?? 0n;
    const far = farIdLike(known);
    const animals: Answer[] = [];
    let asked = 0;
    await forExamples(
      check,
      {
        // A service may fail for an id beyond 32 bits, treat 0 as no id, or drop the sign of a negative one.
        edges: [far, 0n, known > 0n ? -known : -far, 2_117_483_639n],
        arbitrary: farId,
      },
      async (id) => {
        asked += 1;
        const request = getPet(id, check.session.key);
        const answer = await check.send(id === 0n ? compressed(accepting(request, '*/*')) : request);
        const isAnimal = answer.status === 200 && member(answer.json, 'id') === id;
        if (isAnimal) {
          animals.push(answer);
        } else {
          check.expectStatus(answer, 404, 'An unknown id');
        }
      },
    );
    judgeEveryId(check, animals, asked);
  });

  requirement('get/malformed-id', async (check) => {
    await skipWhereRemoved(check);
    await forExamples(check, { edges: malformedIds }, (id) => refusesId(check, id));
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
