import { isLosslessNumber } from 'lossless-json';
import { isPetStatus } from '../pet.ts';
import { convertingSent } from './creation-field-decorations.ts';
import { type Reader, readerFaults } from './creation-reader-decorations.ts';
import { isMembers } from './decorations.ts';

const statuses = ['available', 'pending', 'sold'] as const;

/** The status that a parser reads from an unknown string, or the string. */
type TextReader = (text: string) => string | undefined;

function readingText(read: TextReader) {
  return convertingSent('status', (status) =>
    typeof status === 'string' && !isPetStatus(status) ? read(status) : status,
  );
}

function removing(what: RegExp): TextReader {
  return (text) => text.replace(what, '');
}

/** Translates own members only: every object also inherits some. */
function translated(words: Readonly<Record<string, string>>): TextReader {
  return (text) => (Object.hasOwn(words, text) ? words[text] : text);
}

/** The status for which `holds` is true, or the string. */
function whichever(holds: (status: string, text: string) => boolean): TextReader {
  return (text) => statuses.find((status) => holds(status, text)) ?? text;
}

const texts: readonly Reader<TextReader>[] = [
  [
    'status-folded-by-capitals',
    'Statuses are compared in upper case, which folds some non-ASCII letters to ASCII.',
    whichever((status, text) => text.toLowerCase() !== status && text.toUpperCase() === status.toUpperCase()),
  ],
  [
    'status-compatible-forms',
    'A status is normalised to NFKC: full-width letters and ligatures become ASCII.',
    (text) => text.normalize('NFKC'),
  ],
  [
    'status-accents-ignored',
    'Accents in a status are ignored, as by many collations.',
    (text) => text.normalize('NFD').replace(/\p{Mn}/gu, ''),
  ],
  ['status-invisible-ignored', 'Invisible characters in a status are ignored.', removing(/\p{Cf}/gu)],
  [
    'status-of-turkish-letters',
    'The dotless i of Turkish is read as i.',
    (text) => text.replaceAll('ı', 'i'),
  ],
  [
    'status-homoglyphs',
    'Cyrillic letters in a status are read as the Latin letters that they resemble.',
    (text) => text.replaceAll('о', 'o').replaceAll('а', 'a'),
  ],
  ['status-tabs-ignored', 'Tabs around a status are ignored.', removing(/^\t+|\t+$/g)],
  [
    'status-trimmed-in-front',
    'Leading white space in a status is trimmed.',
    (text) => text.trimStart(),
    'any run',
  ],
  [
    'status-padding-of-unicode-ignored',
    'Non-ASCII spaces around a status are trimmed.',
    removing(/^[^\S\t\n\r ]+|[^\S\t\n\r ]+$/g),
  ],
  [
    'status-blank-taken-as-missing',
    'A blank status is read as no status.',
    (text) => (/^\s+$/.test(text) ? undefined : text),
  ],
  ['status-ends-at-nul', 'A status ends at its first NUL.', (text) => text.split('\0')[0]],
  [
    'status-abbreviated',
    'A prefix of a status with at least three letters is accepted.',
    whichever((status, text) => text.length > 2 && status.startsWith(text)),
  ],
  [
    'status-by-first-letter',
    'The first letter of a status is accepted.',
    whichever((status, text) => status.charAt(0) === text),
  ],
  [
    'status-matched-at-start',
    'A string that starts with a status is accepted as that status.',
    whichever((status, text) => text.startsWith(status)),
    'any run',
  ],
  [
    'status-matched-at-end',
    'A string that ends with a status is accepted as that status.',
    whichever((status, text) => text.endsWith(status)),
    'any run',
  ],
  [
    'status-plural',
    'The plural of a status is accepted.',
    whichever((status, text) => text === `${status}s`),
  ],
  ['status-quoted', 'Quotation marks around a status are ignored.', removing(/^["']|["']$/g)],
  ['status-in-brackets', 'Brackets around a status are ignored.', removing(/^[[({]|[\])}]$/g)],
  [
    'status-first-of-several',
    'The first of several statuses in one string is stored.',
    (text) => text.split(/[|/;]/)[0],
  ],
  [
    'status-first-word',
    'Only the first word of a status is read.',
    (text) => text.split(/\s+/).find((word) => word !== '') ?? text,
    'any run',
  ],
  ['status-punctuation-ignored', 'Trailing punctuation of a status is ignored.', removing(/[.,;!]+$/)],
  [
    'status-synonyms',
    'Synonyms of a status are accepted.',
    translated({ reserved: 'pending', free: 'available', gone: 'sold' }),
  ],
  [
    'status-of-older-version',
    'Statuses of an older version are accepted and mapped to new ones.',
    translated({ active: 'available', inactive: 'sold', waiting: 'pending' }),
  ],
  [
    'status-translated',
    'Statuses in German are accepted.',
    translated({ verkauft: 'sold', frei: 'available', reserviert: 'pending' }),
  ],
  [
    'status-unknown-word-known',
    'The words unknown and other are stored as pending.',
    (text) => (['unknown', 'other'].includes(text) ? 'pending' : text),
  ],
  [
    'status-all-taken-as-missing',
    'The words all and any, and *, are read as no status.',
    (text) => (/^(?:all|any|\*)$/.test(text) ? undefined : text),
  ],
  [
    'status-true-taken-as-available',
    'The string true is stored as available, and false as sold.',
    translated({ true: 'available', false: 'sold' }),
  ],
  [
    'status-words-for-nothing',
    'Null literals of languages are read as no status.',
    (text) => (/^(?:null|undefined|nil|none|n\/a)$/i.test(text) ? undefined : text),
  ],
  [
    'status-of-python-none',
    'The string None, as str() of Python writes it, is read as no status.',
    (text) => (text === 'None' ? undefined : text),
  ],
  [
    'status-of-enumeration',
    'A status with the name of its enumeration as a prefix is accepted.',
    (text) => text.replace(/^PetStatus[.:]+/i, '').toLowerCase(),
    'any run',
  ],
  [
    'status-of-qualified-name',
    'Only the part of a status after its last dot is read.',
    (text) => text.slice(text.lastIndexOf('.') + 1),
  ],
  [
    'status-of-constant',
    'A status written as a constant with a prefix is accepted.',
    (text) => text.replace(/^(?:PET_)?STATUS_(\w+)$/, (_, word: string) => word.toLowerCase()),
  ],
  [
    'status-as-text-of-index',
    'The index of a status is accepted as a string.',
    (text) => (/^\d$/.test(text) ? (statuses[Number(text)] ?? text) : text),
  ],
  [
    'status-as-text-of-negative-index',
    'A negative index as a string counts from the last status.',
    (text) => (/^-[1-3]$/.test(text) ? (statuses.at(Number(text)) ?? text) : text),
  ],
];

const values: readonly Reader<(value: unknown) => unknown>[] = [
  [
    'status-empty-array-taken-as-missing',
    'An empty array as status is read as no status.',
    (value) => (Array.isArray(value) && value.length === 0 ? undefined : value),
  ],
  [
    'status-empty-object-taken-as-missing',
    'An empty object as status is read as no status.',
    (value) => (isMembers(value) && Object.keys(value).length === 0 ? undefined : value),
  ],
  [
    'status-array-of-null-taken-as-missing',
    'An array that contains only null is read as no status.',
    (value) =>
      Array.isArray(value) && value.length > 0 && value.every((item) => item === null) ? undefined : value,
  ],
  [
    'status-last-of-array',
    'The last of several statuses in an array is stored.',
    (value) => (Array.isArray(value) && value.length > 1 ? value.at(-1) : value),
  ],
  [
    'status-of-object',
    'An object with a member status is read as that status.',
    (value) => (isMembers(value) ? (value['status'] ?? value) : value),
  ],
  [
    'status-of-flags',
    'An object of flags is read as the name of its first flag.',
    (value) => (isMembers(value) && Object.values(value)[0] === true ? Object.keys(value)[0] : value),
  ],
  [
    'status-negative-index',
    'A negative index counts from the last status.',
    (value) =>
      isLosslessNumber(value) && /^-[1-3]$/.test(value.value) ? statuses.at(Number(value.value)) : value,
  ],
  [
    'status-zero-fraction-taken-as-missing',
    'The number 0.0 is read as no status.',
    (value) => (isLosslessNumber(value) && /^-?0\.0+$/.test(value.value) ? undefined : value),
  ],
  [
    'status-last-index',
    'The index of the last status is accepted.',
    (value) => (isLosslessNumber(value) && value.value === '2' ? 'sold' : value),
  ],
];

/** Parsers that convert other values to a status, or to no status. */
export const creationStatusReaders = [
  ...readerFaults(['create/unknown-status'], texts, readingText),
  ...readerFaults(['create/unknown-status'], values, (take) => convertingSent('status', take)),
];
