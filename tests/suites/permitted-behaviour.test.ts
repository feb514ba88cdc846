import { expect, test } from 'vitest';
import { variants } from '../../reference-impl/index.ts';

/**
 * What a conforming service may do, and the variants that do it. `faults.test.ts` runs the whole suite on every variant,
 * and none may be reported.
 */
const permitted: readonly (readonly [behaviour: string, variants: readonly string[]])[] = [
  ['ids of any kind in int64', ['random-ids', 'ids-count-down', 'ids-beyond-2-53']],
  ['lists in any order', ['newest-first', 'shuffled-lists']],
  ['thousands of animals, and others adding more', ['busy-store']],
  [
    'pages smaller than limit, of any size',
    ['pages-of-20', 'pages-of-7', 'pages-of-7-newest-first', 'pages-of-1', 'pages-of-half-the-limit'],
  ],
  [
    'listing a new animal after a short delay',
    ['list-lags-a-second', 'lists-cached-a-second', 'filtered-lists-lag'],
  ],
  ['refusing unknown categories', ['two-categories', 'unknown-categories-422']],
  ['refusing or ignoring extra fields', ['extra-fields-refused', 'undocumented-input-422']],
  ['bounds on names', ['names-bounded', 'names-begin-with-a-letter', 'unknown-categories-422']],
  [
    'refusing names for their characters, length or meaning, with any 4xx',
    [
      'astral-names-refused',
      'escaped-surrogates-refused',
      'words-and-numbers-no-names-422',
      'names-of-one-word-422',
      'names-beyond-255-bytes-413',
    ],
  ],
  ['any reading of repeated parameters', ['first-parameter-counts', 'last-parameter-counts']],
  [
    'restricting names to few plain ones',
    ['names-of-ten-letters', 'names-of-two-short-words', 'names-without-blanks'],
  ],
  ['filling in a status, or leaving it out', ['status-filled-in']],
  ['changing a status by itself', ['available-sold-after-300-ms']],
  [
    'any 4xx for what the document does not state',
    [
      'undocumented-input-422',
      'undocumented-input-404',
      'malformed-id-400',
      'unknown-paths-403-without-rate-headers',
    ],
  ],
  ['ignoring or clamping what the document does not state', ['limit-clamped', 'limit-ignored-out-of-range']],
  ['405, 501 or 404 for a method that a path does not support', ['other-methods-501', 'routes-before-keys']],
  [
    'names trimmed, collapsed or normalised to NFC',
    ['names-trimmed', 'names-collapsed', 'names-composed', 'names-trimmed-collapsed-and-composed'],
  ],
  ['only available animals where no status is requested', ['available-by-default']],
  ['more fields and header fields', ['more-fields', 'head-and-options']],
  ['media types with parameters', ['charset-parameter']],
  [
    'announcing more than a page has',
    [
      'pages-of-900-bytes-with-link',
      'filtered-after-the-page-with-cursor',
      'pages-of-5-under-load-with-link',
    ],
  ],
  ['replicas within the grace', ['every-second-list-a-second-behind', 'replica-a-second-behind-under-load']],
  ['any code that clients can rely on', ['a-code-for-each-rule']],
  ['storing creations one after another', ['creations-one-after-another']],
  ['insisting on a Content-Length', ['chunked-411', 'chunked-501']],
  ['a query compared as written', ['percent-encoded-status-ignored', 'percent-encoded-limit-ignored']],
  ['accidents of the network', ['two-lists-cut']],
  ['chunked or compressed bodies', ['chunked-bodies', 'gzip-bodies', 'brotli-bodies']],
  ['closing each connection', ['connection-close']],
  ['slow answers', ['slow-answers']],
  [
    'any limiter that keeps its promise',
    [
      'fixed-window',
      'anchored-window',
      'sliding-log',
      'sliding-counter',
      'token-bucket',
      'token-bucket-by-seconds',
      'token-bucket-by-half-minutes',
      'gcra',
    ],
  ],
  [
    'Retry-After as a date, Reset rounded',
    ['retry-after-date', 'reset-rounded-down', 'reset-rounded-to-nearest', 'reset-with-fraction'],
  ],
  ['headers of the minute or of the day', ['figures-of-the-smaller-share']],
  ['a clock that is off', ['clock-90-s-ahead', 'clock-90-s-behind']],
  [
    'banning a key that keeps sending',
    ['ban-after-60-refused', 'penalty-after-an-excess', 'penalty-starts-anew'],
  ],
  ['a limit on bad keys, and figures of its own for them', ['bad-keys-limited', 'zeros-for-strangers']],
  [
    'reading 1.0 as an integer, and a vanishing fraction',
    ['whole-fractions-read', 'fractions-read-as-doubles'],
  ],
  ['reading 007, -0 and a byte order mark', ['lenient-notations']],
  ['counting refused requests, or not', ['refused-requests-count', 'refusals-not-counted']],
];

test.each(permitted)('%s: there is a variant for it', (_behaviour, names) => {
  expect(names.filter((name) => variants.every((variant) => variant.name !== name))).toEqual([]);
});
