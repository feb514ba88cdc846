import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
  JsHistogram,
} from 'hdr-histogram-js';
import { describe, expect, it } from 'vitest';
import { addEncoded } from '../../../src/load/shards/encoded-histogram.ts';
import { propertyRuns } from '../../property-runs.ts';

function empty(numberOfSignificantValueDigits: 1 | 2 | 3 = 3, highestTrackableValue = 3.6e9): JsHistogram {
  return ofJavaScript(build({ numberOfSignificantValueDigits, highestTrackableValue, autoResize: false }));
}

function ofJavaScript(histogram: Histogram): JsHistogram {
  if (!(histogram instanceof JsHistogram)) {
    throw new Error('WebAssembly is not asked for');
  }
  return histogram;
}

/** The envelope of the format around some bytes. */
function enveloped(content: Buffer, cookie = 0x1c849314): string {
  const compressed = deflateSync(content);
  const head = Buffer.alloc(8);
  head.writeInt32BE(cookie, 0);
  head.writeInt32BE(compressed.length, 4);
  return Buffer.concat([head, compressed]).toString('base64');
}

function content(counts: readonly number[], digits = 3): Buffer {
  const head = Buffer.alloc(40);
  head.writeInt32BE(0x1c849313, 0);
  head.writeInt32BE(counts.length, 4);
  head.writeInt32BE(1, 8);
  head.writeInt32BE(digits, 12);
  head.writeBigInt64BE(1n, 16);
  head.writeBigInt64BE(3_600_000_000n, 24);
  return Buffer.concat([head, Buffer.from(counts)]);
}

const latencies = fc.array(fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 3.6e9 })), {
  maxLength: 60,
});

describe('addEncoded', () => {
  it('adds what the library would', () => {
    fc.assert(
      fc.property(latencies, latencies, fc.constantFrom(2 as const, 3 as const), (ours, theirs, digits) => {
        const target = empty(digits);
        const expected = empty(digits);
        const other = empty(digits);
        for (const value of ours) {
          target.recordValue(value);
          expected.recordValue(value);
        }
        for (const value of theirs) {
          other.recordValue(value);
        }
        const encoded = encodeIntoCompressedBase64(other);
        expected.add(ofJavaScript(decodeFromCompressedBase64(encoded)));
        expect(addEncoded(encoded, target)).toBe(theirs.length);
        expect(target.totalCount).toBe(expected.totalCount);
        for (const percentile of [0, 10, 50, 90, 99, 99.99, 100]) {
          expect(target.getValueAtPercentile(percentile)).toBe(expected.getValueAtPercentile(percentile));
        }
        expect(target.mean).toBeCloseTo(expected.mean, 6);
        expect(encodeIntoCompressedBase64(target)).toBe(encodeIntoCompressedBase64(expected));
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it.each([
    ['nothing', ''],
    ['other text', 'not base64 at all'],
    ['another envelope', enveloped(content([2]), 1)],
    ['uncompressed data', Buffer.from('\x1c\x84\x93\x14\0\0\0\x04oops', 'latin1').toString('base64')],
    ['what expands without bound', enveloped(Buffer.alloc(50_000_000))],
    ['another precision', enveloped(content([2], 2))],
    ['a precision that no memory has room for', enveloped(content([2], 9))],
    ['a range of its own', encodeIntoCompressedBase64(build({ highestTrackableValue: 1e12 }))],
    ['a truncated header', enveloped(content([]).subarray(0, 39))],
    ['a truncated count', enveloped(content([0x80]))],
    ['counts beyond what a double holds', enveloped(content(Array(9).fill(0xff)))],
    ['counts beyond 32 bits', enveloped(content([128, 128, 128, 128, 128, 128, 128, 32]))],
    ['values beyond an hour', enveloped(content([0xff, 0xff, 0xff, 0x7f, 2]))],
  ])('refuses %s', (_, encoded) => {
    expect(() => addEncoded(encoded, empty())).toThrow(/^it/);
  });

  it('ends for any bytes, with an error or a number', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(255), { maxLength: 40 }), (counts) => {
        try {
          const target = empty();
          expect(addEncoded(enveloped(content(counts)), target)).toBe(target.totalCount);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
