import { isLosslessNumber } from 'lossless-json';
import { isPetStatus } from '../pet.ts';
import { convertingStatus } from './creation-decorations.ts';
import { isMembers } from './decorations.ts';
import { violating } from './fault.ts';

const statuses = ['available', 'pending', 'sold'] as const;

/** The status that a parser reads from an unknown string, or the string. */
type TextReader = (text: string) => string | undefined;

function readingText(read: TextReader) {
  return convertingStatus((status) =>
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

/** Parsers that convert other values to a status, or to no status. */
export const creationStatusReaders = [
  ...violating(['create/unknown-status'], 'ample-allowance').each(readingText, {
    // Statuses are compared in upper case, which folds some non-ASCII letters to ASCII.
    'status-folded-by-capitals': whichever(
      (status, text) => text.toLowerCase() !== status && text.toUpperCase() === status.toUpperCase(),
    ),
    // A status is normalised to NFKC: full-width letters and ligatures become ASCII.
    'status-compatible-forms': (text) => text.normalize('NFKC'),
    'status-accents-ignored': (text) => text.normalize('NFD').replace(/\p{Mn}/gu, ''),
    'status-invisible-ignored': removing(/\p{Cf}/gu),
    // The dotless i of Turkish is read as i.
    'status-of-turkish-letters': (text) => text.replaceAll('ı', 'i'),
    // Cyrillic letters in a status are read as the Latin letters that they resemble.
    'status-homoglyphs': (text) => text.replaceAll('о', 'o').replaceAll('а', 'a'),
    'status-tabs-ignored': removing(/^\t+|\t+$/g),
    // Non-ASCII spaces around a status are trimmed.
    'status-padding-of-unicode-ignored': removing(/^[^\S\t\n\r ]+|[^\S\t\n\r ]+$/g),
    'status-blank-taken-as-missing': (text) => (/^\s+$/.test(text) ? undefined : text),
    'status-ends-at-nul': (text) => text.split('\0')[0],
    // A prefix of a status with at least three letters is accepted.
    'status-abbreviated': whichever((status, text) => text.length > 2 && status.startsWith(text)),
    'status-by-first-letter': whichever((status, text) => status.charAt(0) === text),
    'status-plural': whichever((status, text) => text === `${status}s`),
    'status-quoted': removing(/^["']|["']$/g),
    'status-in-brackets': removing(/^[[({]|[\])}]$/g),
    'status-first-of-several': (text) => text.split(/[|/;]/)[0],
    'status-punctuation-ignored': removing(/[.,;!]+$/),
    'status-synonyms': translated({ reserved: 'pending', free: 'available', gone: 'sold' }),
    'status-of-older-version': translated({ active: 'available', inactive: 'sold', waiting: 'pending' }),
    'status-translated': translated({ verkauft: 'sold', frei: 'available', reserviert: 'pending' }),
    'status-unknown-word-known': (text) => (['unknown', 'other'].includes(text) ? 'pending' : text),
    'status-all-taken-as-missing': (text) => (/^(?:all|any|\*)$/.test(text) ? undefined : text),
    'status-true-taken-as-available': translated({ true: 'available', false: 'sold' }),
    // Null literals of languages are read as no status.
    'status-words-for-nothing': (text) =>
      /^(?:null|undefined|nil|none|n\/a)$/i.test(text) ? undefined : text,
    'status-of-python-none': (text) => (text === 'None' ? undefined : text),
    // Only the part of a status after its last dot is read.
    'status-of-qualified-name': (text) => text.slice(text.lastIndexOf('.') + 1),
    'status-of-constant': (text) =>
      text.replace(/^(?:PET_)?STATUS_(\w+)$/, (_, word: string) => word.toLowerCase()),
    'status-as-text-of-index': (text) => (/^\d$/.test(text) ? (statuses[Number(text)] ?? text) : text),
    'status-as-text-of-negative-index': (text) =>
      /^-[1-3]$/.test(text) ? (statuses.at(Number(text)) ?? text) : text,
  }),
  ...violating(['create/unknown-status']).each(readingText, {
    'status-trimmed-in-front': (text) => text.trimStart(),
    'status-matched-at-start': whichever((status, text) => text.startsWith(status)),
    'status-matched-at-end': whichever((status, text) => text.endsWith(status)),
    'status-first-word': (text) => text.split(/\s+/).find((word) => word !== '') ?? text,
    'status-of-enumeration': (text) => text.replace(/^PetStatus[.:]+/i, '').toLowerCase(),
  }),
  ...violating(['create/unknown-status'], 'ample-allowance').each(convertingStatus, {
    'status-empty-array-taken-as-missing': (value) =>
      Array.isArray(value) && value.length === 0 ? undefined : value,
    'status-empty-object-taken-as-missing': (value) =>
      isMembers(value) && Object.keys(value).length === 0 ? undefined : value,
    'status-array-of-null-taken-as-missing': (value) =>
      Array.isArray(value) && value.length > 0 && value.every((item) => item === null) ? undefined : value,
    'status-last-of-array': (value) => (Array.isArray(value) && value.length > 1 ? value.at(-1) : value),
    'status-of-object': (value) => (isMembers(value) ? (value['status'] ?? value) : value),
    'status-of-flags': (value) =>
      isMembers(value) && Object.values(value)[0] === true ? Object.keys(value)[0] : value,
    'status-negative-index': (value) =>
      isLosslessNumber(value) && /^-[1-3]$/.test(value.value) ? statuses.at(Number(value.value)) : value,
    // The number 0.0 is read as no status.
    'status-zero-fraction-taken-as-missing': (value) =>
      isLosslessNumber(value) && /^-?0\.0+$/.test(value.value) ? undefined : value,
    'status-last-index': (value) => (isLosslessNumber(value) && value.value === '2' ? 'sold' : value),
  }),
];
