import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { jsonBody } from '../../src/exchange/response-body.ts';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { propertyRuns } from '../property-runs.ts';
import { conformingShape } from './conforming-exchanges.ts';
import { context, exchange, type Shape } from './exchanges.ts';
import { faultyShapes } from './shapes.ts';

const shapes = fc
  .array(fc.oneof(conformingShape, fc.constantFrom(...Object.values(faultyShapes).flatMap(Object.values))), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((few: Shape[]) => fc.array(fc.constantFrom(...few), { minLength: 2, maxLength: 20 }));

/** The findings of each exchange, and the final result of the watch. */
function judge(exchanges: readonly Exchange[], forget: (body: string) => void) {
  const watch = startWatch(context);
  const results = exchanges.map((one) => {
    forget(one.response?.body ?? '');
    const { findings, touched } = watch.see(one);
    return { findings, touched };
  });
  return { results, observations: watch.observations() };
}

/** Parses other text of the same length, which evicts the body from the cache. */
function takePlace(body: string): void {
  const response = { status: 200, headers: [], bodyBytes: body.length, utf8: true, secretsEchoedIn: [] };
  jsonBody({ ...response, body: ' '.repeat(body.length) });
}

test('repeated bodies are judged like bodies that are received for the first time', () => {
  fc.assert(
    fc.property(shapes, (drawn) => {
      const exchanges = drawn.map((shape, index) => exchange({ ...shape, number: index + 1 }));
      expect(judge(exchanges, () => undefined)).toEqual(judge(exchanges, takePlace));
    }),
    { numRuns: propertyRuns(200) },
  );
});
