import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer } from '../../../src/runner/answer.ts';
import { Inconclusive } from '../../../src/runner/outcome.ts';
import { smallestRefused, withoutRefused } from '../../../suites/shared/smallest-refused.ts';
import { testSession } from '../../runner/test-session.ts';

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

test('the smallest refused case keeps exactly the values that cause the refusal', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ first: value, second: value, third: value, fourth: value }),
      fc.subarray([...names]),
      async (one, causes) => {
        const isRefused = (other: One) => causes.every((name) => other[name] === one[name]);
        const necessary = causes.filter((name) => one[name] !== usual[name]);
        const sent: One[] = [];
        const smallest = await smallestRefused(
          newCheck(),
          { one, answer: answerOf(400, 0) },
          usual,
          async (simpler) => {
            sent.push(simpler);
            return answerOf(isRefused(simpler) ? 400 : 200, sent.length);
          },
          ({ status }) => status === 200,
        );
        const expected = Object.fromEntries(
          names.map((name) => [name, necessary.includes(name) ? one[name] : usual[name]]),
        );
        expect(smallest.one).toEqual(expected);
        expect(smallest.controls).toHaveLength(necessary.length);
        expect(sent).toHaveLength(names.filter((name) => one[name] !== usual[name]).length + 1);
        expect(sent.at(-1)).toEqual(smallest.one);
        expect(smallest.isFlaky).toBe(false);
        const shown = sent[smallest.answer.exchange.number - 1] ?? one;
        expect(shown).toEqual(smallest.one);
      },
    ),
  );
});

test('a case without a decisive response is taken for accepted, but is no control', async () => {
  const one = { ...usual, first: 1, second: 1 };
  const smallest = await smallestRefused(
    newCheck(),
    { one, answer: answerOf(400, 0) },
    usual,
    async ({ first }) => {
      if (first === 0) {
        throw new Inconclusive('no response');
      }
      return answerOf(400, 1);
    },
    ({ status }) => status === 200,
  );
  expect(smallest).toMatchObject({ one: { ...usual, first: 1 }, controls: [] });
});

test('a refusal that does not repeat is flaky, and its value is sent again', async () => {
  const check = newCheck();
  const one = { ...usual, first: 1 };
  const accepted = async () => answerOf(200, 1);
  const refused = { one, answer: answerOf(401, 0) };
  const smallest = await smallestRefused(check, refused, usual, accepted, ({ status }) => status === 200);
  expect(smallest).toMatchObject({ one, isFlaky: true });
  expect(withoutRefused(check, one, usual)).toEqual(one);
});

test('any other error is passed on', async () => {
  const failing = smallestRefused(
    newCheck(),
    { one: { ...usual, first: 1 }, answer: answerOf(400, 0) },
    usual,
    () => Promise.reject(new Error('stopped')),
    () => true,
  );
  await expect(failing).rejects.toThrow('stopped');
});

test('a value that was refused alone is not sent again', async () => {
  const check = newCheck();
  const one = { ...usual, first: 1, second: 1, third: 1 };
  expect(withoutRefused(check, one, usual)).toEqual(one);
  const send = async ({ second }: One) => answerOf(second === 1 ? 400 : 200, 1);
  const refused = { one, answer: answerOf(400, 0) };
  await smallestRefused(check, refused, usual, send, ({ status }) => status === 200);
  expect(withoutRefused(check, one, usual)).toEqual({ ...one, second: 0 });
  expect(withoutRefused(check, { ...one, second: 2 }, usual)).toEqual({ ...one, second: 2 });
  expect(withoutRefused(newCheck(), one, usual)).toEqual(one);
});

test('a service that refuses everything gets two requests for each further case', async () => {
  const check = newCheck();
  const one = { first: 1, second: 1, third: 1, fourth: 1 };
  const counts: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    let count = 0;
    const send = async () => {
      count += 1;
      return answerOf(500, count);
    };
    const refused = { one, answer: answerOf(500, 0) };
    const smallest = await smallestRefused(check, refused, usual, send, ({ status }) => status === 200);
    expect(smallest.one).toEqual(usual);
    counts.push(count);
  }
  expect(counts).toEqual([5, 2, 2]);
});
