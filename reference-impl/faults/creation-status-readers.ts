import { isLosslessNumber } from 'lossless-json';
import { isPetStatus } from '../pet.ts';
import { convertingSent } from './creation-field-decorations.ts';
import { type Reader, readerFaults } from './creation-reader-decorations.ts';
import { isMembers } from './decorations.ts';

const statuses = ['available', 'pending', 'sold'] as const;

/** The status that a reader makes of a text that is none, or the text. */
type TextReader = (text: string) => string | undefined;

function readingText(read: TextReader) {
  return convertingSent('status', (status) =>
    typeof status === 'string' && !isPetStatus(status) ? read(status) : status,
  );
}

function removing(what: RegExp): TextReader {
  return (text) => text.replace(what, '');
}

/** Words for a status, its own only: every object has members besides. */
function translated(words: Readonly<Record<string, string>>): TextReader {
  return (text) => (Object.hasOwn(words, text) ? words[text] : text);
}

/** The status of which that holds, or the text. */
function whichever(holds: (status: string, text: string) => boolean): TextReader {
  return (text) => statuses.find((status) => holds(status, text)) ?? text;
}

const texts: readonly Reader<TextReader>[] = [
  [
    'status-folded-by-capitals',
    'Statuses are compared in capitals, which some other letters have too.',
    whichever((status, text) => text.toLowerCase() !== status && text.toUpperCase() === status.toUpperCase()),
  ],
  [
    'status-compatible-forms',
    'A status is read in its compatibility form: full width, ligatures and circles.',
    (text) => text.normalize('NFKC'),
  ],
  [
    'status-accents-ignored',
    'Accents in a status are ignored, as many collations do.',
    (text) => text.normalize('NFD').replace(/\p{Mn}/gu, ''),
  ],
  ['status-invisible-ignored', 'Invisible characters in a status are ignored.', removing(/\p{Cf}/gu)],
  [
    'status-of-turkish-letters',
    'The dotless i of Turkish is taken as an i.',
    (text) => text.replaceAll('ı', 'i'),
  ],
  [
    'status-homoglyphs',
    'Letters of other scripts that look like Latin ones are taken as those.',
    (text) => text.replaceAll('о', 'o').replaceAll('а', 'a'),
  ],
  ['status-tabs-ignored', 'Tabs around a status are ignored.', removing(/^\t+|\t+$/g)],
  [
    'status-trimmed-in-front',
    'White space in front of a status is ignored.',
    (text) => text.trimStart(),
    'any run',
  ],
  [
    'status-padding-of-unicode-ignored',
    'Spaces that are not ASCII are ignored around a status.',
    removing(/^[^\S\t\n\r ]+|[^\S\t\n\r ]+$/g),
  ],
  [
    'status-blank-taken-as-missing',
    'A blank status is taken as none.',
    (text) => (/^\s+$/.test(text) ? undefined : text),
  ],
  ['status-ends-at-nul', 'A status ends at its first NUL.', (text) => text.split('\0')[0]],
  [
    'status-abbreviated',
    'A status may be cut short as long as it is three letters.',
    whichever((status, text) => text.length > 2 && status.startsWith(text)),
  ],
  [
    'status-by-first-letter',
    'A status may be its first letter.',
    whichever((status, text) => status.charAt(0) === text),
  ],
  [
    'status-matched-at-start',
    'What begins with a status is taken as that.',
    whichever((status, text) => text.startsWith(status)),
    'any run',
  ],
  [
    'status-matched-at-end',
    'What ends with a status is taken as that.',
    whichever((status, text) => text.endsWith(status)),
    'any run',
  ],
  [
    'status-plural',
    'The plural of a status is taken as that.',
    whichever((status, text) => text === `${status}s`),
  ],
  ['status-quoted', 'Quotation marks around a status are ignored.', removing(/^["']|["']$/g)],
  ['status-in-brackets', 'Brackets around a status are ignored.', removing(/^[[({]|[\])}]$/g)],
  [
    'status-first-of-several',
    'Of several statuses in one text the first is taken.',
    (text) => text.split(/[|/;]/)[0],
  ],
  [
    'status-first-word',
    'Of a status the first word is taken.',
    (text) => text.split(/\s+/).find((word) => word !== '') ?? text,
    'any run',
  ],
  ['status-punctuation-ignored', 'Points and commas behind a status are ignored.', removing(/[.,;!]+$/)],
  [
    'status-synonyms',
    'Other words for a status are taken for it.',
    translated({ reserved: 'pending', free: 'available', gone: 'sold' }),
  ],
  [
    'status-of-older-version',
    'The statuses of an older version are stored as new ones.',
    translated({ active: 'available', inactive: 'sold', waiting: 'pending' }),
  ],
  [
    'status-translated',
    'Statuses are taken in German too.',
    translated({ verkauft: 'sold', frei: 'available', reserviert: 'pending' }),
  ],
  [
    'status-unknown-word-known',
    'The words unknown and other are stored as pending.',
    (text) => (['unknown', 'other'].includes(text) ? 'pending' : text),
  ],
  [
    'status-all-taken-as-missing',
    'The words that filters take for no filter are taken as no status.',
    (text) => (/^(?:all|any|\*)$/.test(text) ? undefined : text),
  ],
  [
    'status-true-taken-as-available',
    'The text true is taken as available, and false as sold.',
    translated({ true: 'available', false: 'sold' }),
  ],
  [
    'status-words-for-nothing',
    'Words that languages have for nothing are taken as no status.',
    (text) => (/^(?:null|undefined|nil|none|n\/a)$/i.test(text) ? undefined : text),
  ],
  [
    'status-of-python-none',
    'The text None is taken as no status, as what str makes of it.',
    (text) => (text === 'None' ? undefined : text),
  ],
  [
    'status-of-enumeration',
    'A status may have the name of its enumeration in front.',
    (text) => text.replace(/^PetStatus[.:]+/i, '').toLowerCase(),
    'any run',
  ],
  [
    'status-of-qualified-name',
    'What stands behind the last point of a status is taken.',
    (text) => text.slice(text.lastIndexOf('.') + 1),
  ],
  [
    'status-of-constant',
    'A status may be written as a constant with a prefix.',
    (text) => text.replace(/^(?:PET_)?STATUS_(\w+)$/, (_, word: string) => word.toLowerCase()),
  ],
  [
    'status-as-text-of-index',
    'The digits of its place are taken as a status.',
    (text) => (/^\d$/.test(text) ? (statuses[Number(text)] ?? text) : text),
  ],
  [
    'status-as-text-of-negative-index',
    'A negative place counts from the last status.',
    (text) => (/^-[1-3]$/.test(text) ? (statuses.at(Number(text)) ?? text) : text),
  ],
];

const values: readonly Reader<(value: unknown) => unknown>[] = [
  [
    'status-empty-array-taken-as-missing',
    'An empty array is taken as no status.',
    (value) => (Array.isArray(value) && value.length === 0 ? undefined : value),
  ],
  [
    'status-empty-object-taken-as-missing',
    'An empty object is taken as no status.',
    (value) => (isMembers(value) && Object.keys(value).length === 0 ? undefined : value),
  ],
  [
    'status-array-of-null-taken-as-missing',
    'An array of nothing but null is taken as no status.',
    (value) =>
      Array.isArray(value) && value.length > 0 && value.every((item) => item === null) ? undefined : value,
  ],
  [
    'status-last-of-array',
    'Of several statuses in an array the last is taken.',
    (value) => (Array.isArray(value) && value.length > 1 ? value.at(-1) : value),
  ],
  [
    'status-of-object',
    'Of an object with a status that one is taken.',
    (value) => (isMembers(value) ? (value['status'] ?? value) : value),
  ],
  [
    'status-of-flags',
    'Of an object of flags the name of the first is taken.',
    (value) => (isMembers(value) && Object.values(value)[0] === true ? Object.keys(value)[0] : value),
  ],
  [
    'status-negative-index',
    'A negative number counts from the last status.',
    (value) =>
      isLosslessNumber(value) && /^-[1-3]$/.test(value.value) ? statuses.at(Number(value.value)) : value,
  ],
  [
    'status-zero-fraction-taken-as-missing',
    'Zero with a fraction is taken as no status.',
    (value) => (isLosslessNumber(value) && /^-?0\.0+$/.test(value.value) ? undefined : value),
  ],
  [
    'status-last-index',
    'The number of the last status is taken for it.',
    (value) => (isLosslessNumber(value) && value.value === '2' ? 'sold' : value),
  ],
];

/** Readers that make one of the three statuses, or none, of something else. */
export const creationStatusReaders = [
  ...readerFaults(['create/unknown-status'], texts, readingText),
  ...readerFaults(['create/unknown-status'], values, (take) => convertingSent('status', take)),
];
