import { expect, it } from 'vitest';
import { isFixedWindow, requests, sentences, spanText, windowText } from '../../../src/quota/judge/case.ts';
import { clockWindows } from '../../../src/quota/judge/clock-windows.ts';
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
