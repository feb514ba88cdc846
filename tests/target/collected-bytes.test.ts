import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LargeBodies } from '../../src/target/collected-bytes.ts';
import { targetLimits } from '../../src/target/limits.ts';
import { propertyRuns } from '../property-runs.ts';
import { okAnswer } from './raw-server.ts';
import { request, targetOf } from './test-target.ts';

const { bodyBytes, largeBodyBytes, largeBodiesBytes } = targetLimits;

describe('large bodies', () => {
  it('are read while they are few, each up to the limit of one', () => {
    const bodies = new LargeBodies();
    expect(bodies.grown(0, bodyBytes)).toBeNull();
    expect(bodies.grown(bodyBytes, bodyBytes + 1)).toContain(`larger than ${bodyBytes} bytes`);
  });

  it('are read no more when they are many; others still are', () => {
    const bodies = new LargeBodies();
    bodies.grown(0, largeBodyBytes + largeBodiesBytes);
    expect(bodies.grown(0, largeBodyBytes)).toBeNull();
    expect(bodies.grown(0, largeBodyBytes + 1)).toContain(`larger than ${largeBodyBytes} bytes`);
  });

  it('are counted the same in however many pieces they come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: largeBodyBytes }), { minLength: 1 }), (pieces) => {
        const whole = new LargeBodies();
        const inPieces = new LargeBodies();
        let bytes = 0;
        for (const piece of pieces) {
          inPieces.grown(bytes, bytes + piece);
          bytes += piece;
        }
        whole.grown(0, bytes);
        const left = largeBodiesBytes - Math.max(0, bytes - largeBodyBytes);
        for (const bodies of [whole, inPieces]) {
          bodies.grown(0, largeBodyBytes + left - 1);
          expect(bodies.grown(0, largeBodyBytes + 1)).toBeNull();
          expect(bodies.grown(0, largeBodyBytes + 1)).not.toBeNull();
        }
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  it('end the reading of each further one, and of no small one', async () => {
    const large = `"${'a'.repeat(largeBodyBytes * 4)}"`;
    const { target } = await targetOf((socket, { lines }) =>
      socket.write(okAnswer(lines[0]?.includes('/large') ? large : '[]')),
    );
    const most = Math.ceil(largeBodiesBytes / (3 * largeBodyBytes)) + 1;
    const codes = new Set<string | undefined>();
    for (let count = 0; count < most; count += 1) {
      codes.add((await target.send(request({ target: '/large' }), 'check')).failure?.code);
    }
    expect([...codes]).toEqual([undefined, 'body-too-large']);
    expect(await target.send(request(), 'check')).toMatchObject({ failure: null, response: { body: '[]' } });
  });
});
