import { crash } from './decorations.ts';
import { around, type Fault, fault } from './fault.ts';
import { refusingIds } from './getting-decorations.ts';

/** Reads what is no id as one, or returns `undefined` for what it leaves to the strict reader. */
function lenient(name: string, description: string, read: (text: string) => string | undefined): Fault {
  return fault(
    name,
    description,
    ['get/malformed-id'],
    around('readPetId', (inner) => (text) => inner(text) ?? inner(read(text) ?? text)),
    { mayViolate: ['get/id-matches'], needs: 'ample-allowance' },
  );
}

function crashing(name: string, description: string, when: (text: string) => boolean): Fault {
  return fault(
    name,
    description,
    ['get/malformed-id', 'errors/no-server-error'],
    refusingIds((text) => when(text), crash),
    { mayViolate: ['responses/documented-status'], needs: 'ample-allowance' },
  );
}

function inAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    return code > 0xff00 ? String(code - 0xff10) : String(((code - 0x30) % 0x30) % 10);
  });
}

/** Readers of ids, as languages and frameworks have them. */
export const gettingReaders: readonly Fault[] = [
  lenient('id-read-by-python', "An id is read as Python's int() does: with underscores and blanks.", (text) =>
    text.trim().replace(/(\d)_(?=\d)/g, '$1'),
  ),
  lenient('id-in-any-digits', 'An id may be written in the digits of any script.', inAsciiDigits),
  lenient('id-of-other-base', 'An id may be written in another base, as 0x1f, 0o17 or 0b11.', (text) =>
    /^0[xob]/i.test(text) && !Number.isNaN(Number(text)) ? String(Number(text)) : undefined,
  ),
  lenient(
    'id-with-suffix',
    'The letter that marks long numbers in some languages may follow an id.',
    (text) => /^(-?\d+)[nlLu]+$/.exec(text)?.[1],
  ),
  lenient(
    'id-with-extension',
    'An extension behind an id is cut off.',
    (text) => /^(-?\d+)\.[a-z]+$/.exec(text)?.[1],
  ),
  lenient(
    'id-of-list',
    'Of several ids between commas the first is read.',
    (text) => /^(-?\d+),/.exec(text)?.[1],
  ),
  lenient(
    'id-in-quotes',
    'Quotation marks around an id are taken off.',
    (text) => /^["'](-?\d+)["']$/.exec(text)?.[1],
  ),
  lenient(
    'id-in-brackets',
    'An id is read as JSON, and of an array the first element.',
    (text) => /^\[(-?\d+)\]$/.exec(text)?.[1],
  ),
  lenient('id-trimmed', 'White space around an id is taken off, of Unicode too.', (text) => text.trim()),
  lenient(
    'id-with-point',
    'A point at the end of an id is taken for an empty fraction.',
    (text) => /^(-?\d+)\.0*$/.exec(text)?.[1],
  ),
  lenient(
    'id-of-128-bits-wraps',
    'An id beyond 64 bits keeps its lowest 64 bits, however long it is.',
    (text) => (/^\d{31,100}$/.test(text) ? String(BigInt.asIntN(64, BigInt(text))) : undefined),
  ),
  crashing('word-as-id-crashes', 'An id that is a member of every object returns 500.', (text) => text in {}),
  crashing('long-id-crashes', 'An id of more than 100 digits returns 500.', (text) =>
    /^\d{100,}$/.test(text),
  ),
  crashing('null-as-id-crashes', 'The words null and undefined as an id return 500.', (text) =>
    ['undefined', 'NULL'].includes(text),
  ),
];
