import { expect, it } from 'vitest';
import { extentOf } from '../../src/suite/case-amounts.ts';

it.each([
  { any: 5, creation: null, ample: true, extent: 'all' },
  { any: 20, creation: 100, ample: true, extent: 'all' },
  { any: 21, creation: 21, ample: true, extent: 'usual' },
  { any: 5, creation: 101, ample: true, extent: 'usual' },
  { any: 5, creation: 5, ample: false, extent: 'usual' },
  { any: 5, creation: 1501, ample: true, extent: 'few' },
  { any: 5, creation: 1500, ample: true, extent: 'usual' },
  { any: 1600, creation: null, ample: false, extent: 'usual' },
])('at $any ms, creations at $creation ms, ample $ample: $extent', ({ any, creation, ample, extent }) => {
  expect(extentOf({ any, creation }, ample)).toBe(extent);
});
