import { limiters } from './limiters.ts';

/** Variants of limiters that only change what is said of requests, or are none of a plan. */
const noLimiters = ['ban-after-60-refused', 'retry-after-date', 'zeros-for-strangers', 'bad-keys-limited'];

/** Variants that decide which requests the limits of a plan admit. */
export const limiterNames: readonly string[] = Object.keys(limiters).filter(
  (name) => !noLimiters.includes(name) && !/^reset-/.test(name),
);

/**
 * Ways to decide one and the same thing; `*` stands for any end of a name. A service is at most one of each list: the
 * others would be covered by it and show nothing.
 */
export const alternatives: readonly (readonly string[])[] = [
  ['clock-90-s-*'],
  ['random-ids', 'ids-*', 'busy-store', 'pages-of-3-kilobytes-of-long-names'],
  [
    'newest-first',
    'shuffled-lists',
    'busy-store',
    'pages-of-7-newest-first',
    'pages-of-8-kilobytes',
    'pages-of-64-kilobytes',
    'pages-of-3-kilobytes-of-long-names',
    'filtered-after-the-page-*',
  ],
  ['pages-of-*', 'filtered-after-the-page-*', 'busy-store'],
  ['limit-clamped', 'limit-ignored-out-of-range', 'undocumented-input-*'],
  ['malformed-id-400', 'undocumented-input-*'],
  ['extra-fields-refused', 'unknown-members-refused-first', 'undocumented-input-*'],
  ['methods-refused', 'other-methods-501'],
  [
    'two-categories',
    'unknown-categories-422',
    'only-category-10-else-404',
    'one-category-*',
    'one-negative-*',
  ],
  ['lenient-notations', 'byte-order-mark-refused'],
  // Together they return 422 for a number as name, which is a wrong type and must return 400.
  ['numbers-beyond-int64-read-as-text', 'words-and-numbers-no-names-422', 'names-of-one-word-422'],
  ['first-of-repeated-members', 'last-of-repeated-members'],
  ['names-of-*', 'names-other-than-rex', 'names-without-doubles', 'names-bounded'],
  ['names-of-three-words', 'names-without-blanks'],
  ['names-trimmed', 'names-collapsed', 'names-composed'],
  ['whole-fractions-read', 'fractions-read-as-doubles', 'numbers-read-by-value'],
  ['gzip-bodies', 'brotli-bodies'],
  ['chunked-411', 'chunked-501'],
  // Of a busy store nobody keeps the statuses of single animals.
  ['busy-store', 'pages-of-3-kilobytes-of-long-names', 'available-sold-*'],
  // Together they would keep a new animal out of lists for longer than a run waits.
  ['list-lags-a-second', 'lists-cached-a-second', 'every-second-list-a-second-behind'],
  limiterNames,
  ['reset-rounded-*', 'reset-with-fraction'],
  // Together they would say limit 0 on a 404, which only a 401 may.
  ['routes-before-keys', 'zeros-for-strangers'],
];

/** Whether a name is in a list in which `*` stands for any end of one. */
export function isIn(name: string, list: readonly string[]): boolean {
  return list.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
}

/** Variants that lie below all others, the lowest first: they exchange a part, and what decorated it would be lost. */
export const lowest: readonly string[] = [
  'clock-90-s-ahead',
  'clock-90-s-behind',
  'random-ids',
  'ids-count-down',
  'ids-beyond-2-53',
  'busy-store',
  'available-sold-after-300-ms',
  'available-sold-while-listed',
  'two-categories',
  ...limiterNames,
];

/**
 * Variants that lie above all others: a body is compressed as it is at last, a page is cut from what a list has become,
 * a status that was not sent is filled in for all below, and a pause comes before all.
 */
export const highest: readonly string[] = [
  'gzip-bodies',
  'brotli-bodies',
  'pages-of-1',
  'pages-of-7',
  'pages-of-20',
  'pages-of-8-kilobytes',
  'pages-of-3-kilobytes',
  'available-by-default',
  'slow-answers',
];
