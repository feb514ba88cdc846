import { expect, it } from 'vitest';
import { answerFigures, noFigures } from '../../../src/quota/refusal-fields.ts';

function figures(...headers: [string, string][]) {
  return answerFigures(headers, (text) => text.replaceAll('secret', '***'));
}

it('are NaN for what is absent or unreadable', () => {
  expect(figures(['X-RateLimit-Limit', 'x'], ['X-RateLimit-Remaining', '5, 4'])).toEqual(noFigures);
  expect(figures(['X-RateLimit-Remaining', '4'])).toEqual({ ...noFigures, remaining: 4 });
});

it.each([
  ['Retry-After', '1.5', '1.5'],
  ['Retry-After', '5 secret', '5 ***'],
  ['X-RateLimit-Reset', 'secret', '***'],
  ['X-RateLimit-Reset', 'x'.repeat(81), 'x'.repeat(80)],
])('of %s: %s show %s as unreadable', (name, value, shown) => {
  const { unreadable, retryAfterMs, reset } = figures([name, value]);
  expect({ unreadable, retryAfterMs, reset }).toEqual({
    unreadable: shown,
    retryAfterMs: Number.NaN,
    reset: Number.NaN,
  });
});
