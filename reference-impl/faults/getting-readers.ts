import { crash } from './decorations.ts';
import { around, type Fault, fault } from './fault.ts';
import { refusingIds } from './getting-decorations.ts';

/** Reads malformed ids. `read` returns `undefined` to leave an id to the strict parser. */
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

/** Lenient parsers of ids, as in languages and frameworks. */
export const gettingReaders: readonly Fault[] = [
  lenient(
    'id-read-by-python',
    'An id is converted by int() of Python, which accepts underscores and surrounding spaces.',
    (text) => text.trim().replace(/(\d)_(?=\d)/g, '$1'),
  ),
  lenient('id-in-any-digits', 'An id in digits of another script is accepted.', inAsciiDigits),
  lenient('id-of-other-base', 'An id in another base is accepted, such as 0x1f, 0o17 or 0b11.', (text) =>
    /^0[xob]/i.test(text) && !Number.isNaN(Number(text)) ? String(Number(text)) : undefined,
  ),
  lenient(
    'id-with-suffix',
    'An id with a type suffix is accepted, such as 5n or 5L.',
    (text) => /^(-?\d+)[nlLu]+$/.exec(text)?.[1],
  ),
  lenient(
    'id-with-extension',
    'An extension of an id is dropped.',
    (text) => /^(-?\d+)\.[a-z]+$/.exec(text)?.[1],
  ),
  lenient(
    'id-of-list',
    'The first of several comma-separated ids is read.',
    (text) => /^(-?\d+),/.exec(text)?.[1],
  ),
  lenient(
    'id-in-quotes',
    'Quotation marks around an id are stripped.',
    (text) => /^["'](-?\d+)["']$/.exec(text)?.[1],
  ),
  lenient('id-in-brackets', 'An id in a JSON array is accepted.', (text) => /^\[(-?\d+)\]$/.exec(text)?.[1]),
  lenient('id-trimmed', 'White space around an id is trimmed, including Unicode spaces.', (text) =>
    text.trim(),
  ),
  lenient(
    'id-with-point',
    'An id with a trailing decimal point is accepted.',
    (text) => /^(-?\d+)\.0*$/.exec(text)?.[1],
  ),
  lenient('id-of-128-bits-wraps', 'An id beyond 64 bits wraps to 64 bits, at any length.', (text) =>
    /^\d{31,100}$/.test(text) ? String(BigInt.asIntN(64, BigInt(text))) : undefined,
  ),
  crashing(
    'word-as-id-crashes',
    'An id that is the name of an inherited object member returns 500.',
    (text) => text in {},
  ),
  crashing('long-id-crashes', 'An id of more than 100 digits returns 500.', (text) =>
    /^\d{100,}$/.test(text),
  ),
  crashing('null-as-id-crashes', 'The ids NULL and undefined return 500.', (text) =>
    ['undefined', 'NULL'].includes(text),
  ),
];
