import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortHeaders } from '../../src/exchange/headers.ts';
import { exchange } from '../report/made-up-run.ts';

const plain = exchange(1, 'list/safe').response;
const lengthOf = (headers: readonly (readonly [string, string])[]) =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
const fields = fc.array(fc.tuple(fc.string({ maxLength: 9 }), fc.string({ maxLength: 30 })), {
  maxLength: 20,
});
const bounds = fc.record({ fields: fc.nat({ max: 12 }), characters: fc.nat({ max: 200 }) });

it('keeps whole fields within its bounds, and counts the others, also if repeated', () => {
  fc.assert(
    fc.property(fields, bounds, bounds, (headers, first, second) => {
      if (plain === null) {
        throw new Error('the made-up exchange has a response');
      }
      const once = { ...plain, ...shortHeaders({ ...plain, headers }, first) };
      const twice = { ...once, ...shortHeaders(once, second) };
      for (const [short, most] of [[once, first] as const, [twice, second] as const]) {
        expect(short.headers.length).toBeLessThanOrEqual(most.fields);
        expect(lengthOf(short.headers)).toBeLessThanOrEqual(most.characters);
        expect(headers.filter((field) => short.headers.includes(field))).toEqual(short.headers);
        const leftOut = short.headersLeftOut ?? { fields: 0, characters: 0 };
        expect(short.headers.length + leftOut.fields).toBe(headers.length);
        expect(lengthOf(short.headers) + leftOut.characters).toBe(lengthOf(headers));
      }
      expect(shortHeaders({ ...plain, headers }, { fields: 20, characters: 780 })).toEqual({ headers });
    }),
  );
});
