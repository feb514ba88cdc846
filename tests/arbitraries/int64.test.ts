import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyInt64, anyOutsideInt64, farId, farIdLike, int64Edges } from '../../src/arbitraries/int64.ts';
import { isInt64 } from '../../src/json/exact-json.ts';

describe('integers within int64', () => {
  it('are the edges, each once, and both ends among them', () => {
    expect(int64Edges.filter((edge) => !isInt64(edge))).toEqual([]);
    expect(new Set(int64Edges).size).toBe(int64Edges.length);
    expect(int64Edges).toContain(2n ** 63n - 1n);
    expect(int64Edges).toContain(-(2n ** 63n));
  });

  it('are far from every id that a service assigned, as unknown ids', () => {
    fc.assert(fc.property(farId, (id) => isInt64(id) && (id > 2n ** 54n || id < -(2n ** 54n))));
  });
});

describe('an id far from a known one', () => {
  it('is within int64, and far beyond what a service has given', () => {
    fc.assert(
      fc.property(fc.oneof(anyInt64, fc.bigInt(1n, 99_999_999n)), (known) => {
        const far = farIdLike(known);
        expect(isInt64(far)).toBe(true);
        expect(far > 2n ** 55n).toBe(true);
      }),
    );
  });

  it('begins with its digits and ends with its lowest 32 bits, where it is not large itself', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 99_999_999n), (known) => {
        const far = farIdLike(known);
        expect(far.toString().startsWith(known.toString())).toBe(true);
        expect(BigInt.asUintN(32, far)).toBe(known);
      }),
    );
  });
});

test('integers outside int64 are outside', () => {
  fc.assert(fc.property(anyOutsideInt64, (integer) => !isInt64(integer)));
});
