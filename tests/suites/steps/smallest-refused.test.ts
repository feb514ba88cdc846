import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer } from '../../../src/suite/answer.ts';
import { Inconclusive } from '../../../src/suite/outcome.ts';
import { type CaseTable, smallestRefused, withoutRefused } from '../../../suites/steps/smallest-refused.ts';
import { testSession } from '../../suite/test-session.ts';

interface One {
  readonly first: number;
  readonly second: number;
  readonly third: number;
  readonly fourth: number;
}

const usual: One = { first: 0, second: 0, third: 0, fourth: 0 };
const value = fc.integer({ min: 0, max: 2 });
const names = ['first', 'second', 'third', 'fourth'] as const;

const newCheck = () => testSession('http://127.0.0.1:1/v1').check('create/accepts-valid');

/** A response of which only the status and the number of its exchange are read. */
function answerOf(status: number, number: number): Answer {
  return { status, exchange: { number } } as unknown as Answer;
}

/** A table of cases, with those that were sent. @param status of the response to each case, numbered from 1 */
function tableOf(
  status: (one: One) => number,
  likeliest?: keyof One,
): CaseTable<One> & { readonly sent: One[] } {
  const sent: One[] = [];
  return {
    usual,
    accepted: 200,
    sent,
    send: async (_check, one) => {
      sent.push(one);
      return answerOf(status(one), sent.length);
    },
    ...(likeliest === undefined ? {} : { likeliest }),
  };
}

const refusedWith = (one: One, status = 400) => ({ one, answer: answerOf(status, 0) });

test('the smallest refused case keeps exactly the values that cause the refusal', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ first: value, second: value, third: value, fourth: value }),
      fc.subarray([...names]),
      fc.constantFrom(undefined, ...names),
      async (one, causes, likeliest) => {
        const unusual = names.filter((name) => one[name] !== usual[name]);
        const necessary = causes.filter((name) => one[name] !== usual[name]);
        const table = tableOf(
          (other) => (causes.every((name) => other[name] === one[name]) ? 400 : 200),
          likeliest,
        );
        const smallest = await smallestRefused(newCheck(), table, refusedWith(one));
        const expected = Object.fromEntries(
          names.map((name) => [name, necessary.includes(name) ? one[name] : usual[name]]),
        );
        expect(smallest.one).toEqual(expected);
        expect(smallest.controls.length).toBeGreaterThanOrEqual(necessary.length);
        expect(table.sent.length).toBeLessThanOrEqual(unusual.length + (likeliest === undefined ? 1 : 2));
        expect(table.sent.at(-1)).toEqual(smallest.one);
        expect(smallest).toMatchObject({
          isFlaky: false,
          hidesOthers: necessary.length === 1 && unusual.length > 1,
        });
        const shown = table.sent[smallest.answer.exchange.number - 1] ?? one;
        expect(shown).toEqual(smallest.one);
      },
    ),
  );
});

test('the likeliest dimension is tried alone, which shows the cause with its control and a repetition', async () => {
  const table = tableOf(({ third }) => (third === 1 ? 400 : 200), 'third');
  const one = { first: 1, second: 1, third: 1, fourth: 1 };
  await smallestRefused(newCheck(), table, refusedWith(one));
  expect(table.sent).toEqual([{ ...usual, third: 1 }, usual, { ...usual, third: 1 }]);
});

test('a case without a decisive response is taken for accepted, but is no control', async () => {
  const table = tableOf(({ first }) => {
    if (first === 0) {
      throw new Inconclusive('no response');
    }
    return 400;
  });
  const smallest = await smallestRefused(newCheck(), table, refusedWith({ ...usual, first: 1, second: 1 }));
  expect(smallest).toMatchObject({ one: { ...usual, first: 1 }, controls: [] });
});

test('a refusal that does not repeat is flaky, and its value is sent again', async () => {
  const check = newCheck();
  const one = { ...usual, first: 1 };
  const table = tableOf(() => 200);
  expect(await smallestRefused(check, table, refusedWith(one, 401))).toMatchObject({ one, isFlaky: true });
  expect(withoutRefused(check, table, one)).toEqual(one);
});

test('any other error is passed on', async () => {
  const table = tableOf(() => {
    throw new Error('stopped');
  });
  await expect(smallestRefused(newCheck(), table, refusedWith({ ...usual, first: 1 }))).rejects.toThrow(
    'stopped',
  );
});

test('a value that was refused alone is not sent again', async () => {
  const check = newCheck();
  const table = tableOf(({ second }) => (second === 1 ? 400 : 200));
  const one = { ...usual, first: 1, second: 1, third: 1 };
  expect(withoutRefused(check, table, one)).toEqual(one);
  await smallestRefused(check, table, refusedWith(one));
  expect(withoutRefused(check, table, one)).toEqual({ ...one, second: 0 });
  expect(withoutRefused(check, table, { ...one, second: 2 })).toEqual({ ...one, second: 2 });
  expect(withoutRefused(newCheck(), table, one)).toEqual(one);
});

test('a service that refuses everything gets two requests for each further case', async () => {
  const check = newCheck();
  const table = tableOf(() => 500);
  const counts: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const before = table.sent.length;
    const one = { first: 1, second: 1, third: 1, fourth: 1 };
    expect((await smallestRefused(check, table, refusedWith(one, 500))).one).toEqual(usual);
    counts.push(table.sent.length - before);
  }
  expect(counts).toEqual([5, 2, 2]);
});
