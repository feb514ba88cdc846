import { expect, test } from 'vitest';
import { Turns } from '../../src/self-check/turns.ts';

test('only so many have a turn at a time, and the others follow in the order in which they asked', async () => {
  const turns = new Turns(2);
  const begun: string[] = [];
  const take = async (name: string): Promise<() => void> => {
    const end = await turns.next();
    begun.push(name);
    return end;
  };
  const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map(take);
  const endFirst = await first;
  await second;
  expect(begun).toEqual(['first', 'second']);
  endFirst?.();
  endFirst?.();
  const endThird = await third;
  expect(begun).toEqual(['first', 'second', 'third']);
  endThird?.();
  await fourth;
  expect(begun).toEqual(['first', 'second', 'third', 'fourth']);
});
