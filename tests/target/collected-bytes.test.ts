import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { CollectedBytes } from '../../src/target/collected-bytes.ts';

describe('collected bytes', () => {
  it('equal the received bytes, in chunks of any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 }),
        fc.nat({ max: 1_200 }),
        (pieces, most) => {
          const chunks = pieces.map((piece) => Buffer.from(piece));
          const sent = Buffer.concat(chunks);
          const collected = new CollectedBytes();
          for (const chunk of chunks) {
            collected.append(chunk);
          }
          expect(collected.length).toBe(sent.length);
          expect(collected.taken()).toEqual(sent);
          expect(collected.taken(most)).toEqual(sent.subarray(0, most));
        },
      ),
    );
  });

  it('need few buffers for a million chunks of one byte, and at most twice the bytes', () => {
    const made = vi.spyOn(Buffer, 'allocUnsafe');
    try {
      const collected = new CollectedBytes();
      const chunk = Buffer.from('x');
      for (let count = 0; count < 1_000_000; count += 1) {
        collected.append(chunk);
      }
      expect(collected.taken().equals(Buffer.alloc(1_000_000, 'x'))).toBe(true);
      expect(made.mock.calls.length).toBeLessThan(30);
      expect(Math.max(...made.mock.calls.map(([size]) => size))).toBeLessThanOrEqual(2_000_000);
    } finally {
      made.mockRestore();
    }
  });
});
