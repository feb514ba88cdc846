import { expect, it } from 'vitest';
import { isFixedWindow, requests, sentences, spanText, windowText } from '../../../src/quota/judge/case.ts';
import { clockWindows } from '../../../src/quota/judge/clock-windows.ts';
import { allowanceOf } from '../../../src/quota/judge/limiter-model.ts';
import { tokenBucket } from '../../../src/quota/judge/token-bucket.ts';

it('is one of fixed windows where nothing else explains it', () => {
  const isFixed = (...explainedBy: (typeof tokenBucket)[]) => isFixedWindow({ explainedBy });
  expect([isFixed(), isFixed(clockWindows), isFixed(clockWindows, tokenBucket)]).toEqual([
    false,
    true,
    false,
  ]);
});

it('has a wording', () => {
  expect([0, 1, 2].map(requests)).toEqual(['0 requests', '1 request', '2 requests']);
  expect([0, 0.6, 999, 1000, 2540, 60_000].map(spanText)).toEqual([
    '1 ms',
    '1 ms',
    '999 ms',
    '1 s',
    '2.5 s',
    '60 s',
  ]);
  expect([60_000, 2_500].map(windowText)).toEqual(['a minute', '2.5 s']);
  expect([sentences('One', '', 'two'), sentences('', 'Two'), sentences()]).toEqual(['One. two', 'Two', '']);
});

it('allows for a drift of clocks, and for one of whole seconds', () => {
  expect(allowanceOf(60, 60_000)).toEqual({ limit: 60, windowMs: 60_000, slackMs: 120, tickMs: 1000 });
  expect(allowanceOf(3, 6_000)).toEqual({ limit: 3, windowMs: 6_000, slackMs: 66, tickMs: 100 });
  expect(allowanceOf(1000, 86_400_000).tickMs).toBe(1000);
});
