import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namesInMixture } from '../../reference-impl/index.ts';
import { drawMixtures } from '../../src/self-check/draw-mixtures.ts';
import { smallestFlagged } from '../../src/self-check/shrink-mixtures.ts';
import { orderOf, trialOf } from './trials.ts';

test('a flagged mixture is shrunk to the variants that it needs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.infiniteStream(fc.boolean()), async (seed, chosen) => {
      const [name = ''] = drawMixtures(seed, 1);
      const picked = namesInMixture(name).filter(() => chosen.next().value);
      const guilty = picked.length > 0 ? picked : namesInMixture(name).slice(0, 1);
      const smallest = await smallestFlagged(orderOf('mixture', name), 'get/stable', async (order) => {
        const names = namesInMixture(order.subject.name);
        const isFlagged = guilty.every((each) => names.includes(each));
        return trialOf(order, isFlagged ? ['get/stable', 'list/safe'] : ['list/safe']);
      });
      expect(namesInMixture(smallest).toSorted()).toEqual(guilty.toSorted());
    }),
    { numRuns: 30 },
  );
});
