import { create, get, named, type Probe, wholeList } from './probe.ts';

/** Names that are the whole of what some language reads as another value. */
const values: readonly Probe[] = [
  ...['8', '1e3', '0x8', '7_5', '2.50', 'null', 'nil', 'undefined', 'False', 'yes', 'no', 'NaN'],
  ...['toString', '__proto__', '[8]', '"8"', '[object Null]', '2001-02-03', '2001-02-03T04:05:06Z'],
  '01234567-89AB-CDEF-0123-456789ABCDEF',
].map(named);

/** Texts that are changed wherever they stand. */
const texts: readonly Probe[] = [
  ...['http://example.org/?q=1', 'max@example.org', '&nbsp;', '&#x41;', '\\u0000', '\\x42', '\\\\', '{1}'],
  ...[
    '{{ word }}',
    '#{word}',
    ':)',
    '--',
    '(C)',
    '../',
    'D:\\a',
    '%20',
    '\u{1f44d}\u{1f3fe}',
    '\u{1f1eb}\u{1f1f7}',
  ],
  ...['\u{1f3f4}\u{e0067}\u{e007f}', '8\ufe0f\u20e3', '\u2067a\u2069', '\u061c', 'q\u0308\u0323', '\ufdf2'],
].map(named);

const lengths: readonly Probe[] = [
  ...['\u{1f408}'.repeat(700), `a${'\u{1f408}'.repeat(20_000)}`].map(named),
  create('{"name":"\\ud83d\\udc08","categoryId":1}'),
  create('{"name":"\u2068%20\u2069","categoryId":1,"status":"sold"}'),
  get('/pets?status=sold&limit=100'),
];

/** What is asked of services whose faults lie beyond the plain cases. */
export const varietyProbes: readonly Probe[] = [...values, ...texts, ...lengths, wholeList];
