import fc from 'fast-check';
import { int64 } from '../json/exact-json.ts';

/** Bounds of number types, the most effective first. */
export const int64Edges: readonly bigint[] = [
  2n ** 53n + 1n,
  int64.maximum,
  int64.minimum,
  2n ** 31n,
  0n,
  2n ** 32n + 1n,
  -1n,
  -(2n ** 53n) - 1n,
  2n ** 15n + 1n,
  2n ** 32n,
  int64.maximum - 1n,
  -(2n ** 31n) - 1n,
  // The largest value of every integer type.
  2n ** 31n - 1n,
  -int64.maximum,
  1_234_567_890_123_456_789n,
  2n ** 53n,
  2n ** 62n + 1n,
];

/** Integers of every size within int64, large ones as likely as small ones. */
export const anyInt64: fc.Arbitrary<bigint> = fc
  .tuple(fc.integer({ min: 1, max: 63 }), fc.bigInt(0n, int64.maximum), fc.boolean())
  .map(([bits, digits, negative]) => {
    const magnitude = digits % 2n ** BigInt(bits);
    return negative ? -magnitude : magnitude;
  });

/** Positive and negative integers far beyond every id that a service is likely to have assigned. */
export const farId: fc.Arbitrary<bigint> = fc
  .tuple(fc.bigInt(2n ** 55n, int64.maximum - 2n ** 20n), fc.boolean())
  .map(([magnitude, negative]) => (negative ? -magnitude : magnitude));

/**
 * A far id that begins with the digits of a known one and ends with its lowest 32 bits, so that a service that reads only
 * one of these finds the known animal.
 */
export function farIdLike(known: bigint): bigint {
  const digits = known.toString();
  if (known < 1n || digits.length > 8) {
    return farIds.likeAnyKnown;
  }
  const beginning = [19, 18]
    .map((length) => BigInt(digits.padEnd(length, '0')))
    .find((number) => number < int64.maximum - 2n ** 34n);
  return beginning === undefined ? farIds.likeAnyKnown : ((beginning >> 32n) + 1n) * 2n ** 32n + known;
}

/**
 * Ids far beyond every one that a service is likely to have assigned. One for each purpose: a service may remember what
 * it returned.
 */
export const farIds = {
  ofConfirmations: 8_070_450_532_247_928_828n,
  ofThePreflight: 8_070_450_532_247_928_829n,
  ofErrors: 8_070_450_532_247_928_830n,
  likeAnyKnown: 8_070_450_532_247_928_831n,
  ofForms: 8_070_450_532_247_928_833n,
  ofControls: 8_070_450_532_247_928_834n,
  /** A router whose pattern for ids matches only digits returns 404 for it before any check of the key. */
  belowZero: -8_070_450_532_247_928_832n,
} as const;

/** Integers outside int64 of every size up to 40 digits. */
export const anyOutsideInt64: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt(int64.maximum + 1n, 10n ** 40n),
  fc.bigInt(-(10n ** 40n), int64.minimum - 1n),
);
