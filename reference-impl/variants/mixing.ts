/**
 * Ways to decide one and the same thing. A service is at most one of each list: the others would be covered by it
 * and show nothing.
 */
export const alternatives: readonly (readonly string[])[] = [
  ['clock-90-s-ahead', 'clock-90-s-behind'],
  ['random-ids', 'ids-count-down', 'ids-beyond-2-53', 'busy-store'],
  ['newest-first', 'shuffled-lists', 'busy-store', 'pages-of-7-newest-first'],
  ['limit-clamped', 'limit-ignored-out-of-range'],
  // Together they would keep a new animal out of lists for longer than a run waits.
  ['list-lags-a-second', 'lists-cached-a-second'],
  [
    'fixed-window',
    'anchored-window',
    'sliding-log',
    'sliding-counter',
    'token-bucket',
    'token-bucket-by-seconds',
    'token-bucket-by-half-minutes',
    'gcra',
    'refused-requests-count',
    'penalty-after-an-excess',
    'penalty-starts-anew',
    'log-reset-when-empty',
    'counter-reset-when-empty',
    'figures-of-the-smaller-share',
    'refusals-not-counted',
  ],
  ['reset-rounded-down', 'reset-rounded-to-nearest'],
  // Together they would say limit 0 on a 404, which only a 401 may.
  ['routes-before-keys', 'zeros-for-strangers'],
];

/** Variants that lie below all others, the lowest first: they exchange a part, and what decorated it would be lost. */
export const lowest: readonly string[] = [
  'clock-90-s-ahead',
  'clock-90-s-behind',
  'random-ids',
  'ids-count-down',
  'ids-beyond-2-53',
  'busy-store',
  'two-categories',
  'fixed-window',
  'anchored-window',
  'sliding-log',
  'sliding-counter',
  'token-bucket',
  'token-bucket-by-seconds',
  'token-bucket-by-half-minutes',
  'gcra',
  'refused-requests-count',
  'penalty-after-an-excess',
  'penalty-starts-anew',
  'log-reset-when-empty',
  'counter-reset-when-empty',
  'figures-of-the-smaller-share',
  'refusals-not-counted',
];

/**
 * Variants that lie above all others: a body is compressed as it is at last, a page is cut from what a list has become,
 * and a pause comes before all.
 */
export const highest: readonly string[] = ['gzip-bodies', 'pages-of-20', 'slow-answers'];
