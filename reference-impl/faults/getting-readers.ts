import { crash } from './decorations.ts';
import { around, type Fault, fault } from './fault.ts';
import { refusingIds } from './getting-decorations.ts';

/** Reads malformed ids. `read` returns `undefined` to leave an id to the strict parser. */
function lenient(name: string, read: (text: string) => string | undefined): Fault {
  return fault(
    name,
    ['get/malformed-id'],
    around('readPetId', (inner) => (text) => inner(text) ?? inner(read(text) ?? text)),
    { mayViolate: ['get/id-matches'], needs: 'ample-allowance' },
  );
}

function crashing(name: string, when: (text: string) => boolean): Fault {
  return fault(
    name,
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
  // An id is converted by int() of Python, which accepts underscores and surrounding spaces.
  lenient('id-read-by-python', (text) => text.trim().replace(/(\d)_(?=\d)/g, '$1')),
  lenient('id-in-any-digits', inAsciiDigits),
  lenient('id-of-other-base', (text) =>
    /^0[xob]/i.test(text) && !Number.isNaN(Number(text)) ? String(Number(text)) : undefined,
  ),
  lenient('id-with-suffix', (text) => /^(-?\d+)[nlLu]+$/.exec(text)?.[1]),
  lenient('id-with-extension', (text) => /^(-?\d+)\.[a-z]+$/.exec(text)?.[1]),
  // The first of several comma-separated ids is read.
  lenient('id-of-list', (text) => /^(-?\d+),/.exec(text)?.[1]),
  lenient('id-in-quotes', (text) => /^["'](-?\d+)["']$/.exec(text)?.[1]),
  lenient('id-in-brackets', (text) => /^\[(-?\d+)\]$/.exec(text)?.[1]),
  // White space around an id is trimmed, including Unicode spaces.
  lenient('id-trimmed', (text) => text.trim()),
  lenient('id-with-point', (text) => /^(-?\d+)\.0*$/.exec(text)?.[1]),
  lenient('id-of-128-bits-wraps', (text) =>
    /^\d{31,100}$/.test(text) ? String(BigInt.asIntN(64, BigInt(text))) : undefined,
  ),
  // An id that is the name of an inherited object member returns 500.
  crashing('word-as-id-crashes', (text) => text in {}),
  // An id of more than 100 digits returns 500.
  crashing('long-id-crashes', (text) => /^\d{100,}$/.test(text)),
  crashing('null-as-id-crashes', (text) => ['undefined', 'NULL'].includes(text)),
];
