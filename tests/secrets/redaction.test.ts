import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { HitLimit } from '../../src/secrets/piece-search.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { propertyRuns } from '../property-runs.ts';

const shownAs = '$ANIMAL_STORE_API_KEY';
const redactorOf = (value: string) => new Redactor([{ value, shownAs }]);

/** Typical keys: 12 to 40 characters that a header may contain. */
const key = fc
  .string({
    unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/='),
    minLength: 12,
    maxLength: 40,
  })
  .filter((value) => new Set(value).size > 6 && !/[A-Za-z]{8}/.test(value));
/** Keys with any printable characters, including escapes and quotes. */
const oddKey = fc
  .string({ unit: fc.constantFrom(...'ab12%\\"&+;<u0 /ÄŠ'), minLength: 12, maxLength: 30 })
  .filter((value) => new Set(value).size > 6 && value.trim() === value);
/** Text around a key. */
const around = fc.string({ unit: fc.constantFrom(...'abcXYZ019 {}":,.%\\&;+/=-_\n'), maxLength: 60 });

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const eachUnit = (value: string, write: (unit: number, index: number) => string) =>
  Array.from({ length: value.length }, (_, index) => write(value.charCodeAt(index), index)).join('');
const bytes = (value: string) => [...Buffer.from(value, 'utf8')];

const encodings: Readonly<Record<string, (value: string) => string>> = {
  plain: (value) => value,
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (value) =>
    encodeURIComponent(value).replace(/%../g, (triplet) => triplet.toLowerCase()),
  'percent-encoded throughout': (value) =>
    bytes(value)
      .map((byte, index) => `%${index % 2 === 0 ? hex(byte, 2) : hex(byte, 2).toUpperCase()}`)
      .join(''),
  'percent-encoded twice': (value) => encodeURIComponent(encodeURIComponent(value)),
  'form-encoded': (value) => new URLSearchParams({ k: value }).toString().slice(2),
  JSON: (value) => JSON.stringify(value).slice(1, -1),
  'JSON within JSON': (value) => JSON.stringify(JSON.stringify(value)).slice(3, -3),
  'JSON with every character escaped': (value) => eachUnit(value, (unit) => `\\u${hex(unit, 4)}`),
  'JSON with escaped slashes': (value) => JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/'),
  'character references': (value) =>
    [...value]
      .map((character, index) => {
        const codePoint = character.codePointAt(0) ?? 0;
        return index % 2 === 0 ? `&#${codePoint};` : `&#x${hex(codePoint, 2)};`;
      })
      .join(''),
  HTML: (value) =>
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  hexadecimal: (value) => Buffer.from(value, 'utf8').toString('hex'),
  'hexadecimal in upper case': (value) => Buffer.from(value, 'utf8').toString('hex').toUpperCase(),
  reversed: (value) => [...value].reverse().join(''),
  'in lower case': (value) => value.toLowerCase(),
  'in upper case': (value) => value.toUpperCase(),
  'UTF-8 read as Latin-1': (value) => Buffer.from(value, 'utf8').toString('latin1'),
};

/** The base64 characters that only the key determines, at an alignment. */
function ownBase64(value: string, offset: number, alphabet: 'base64' | 'base64url'): string {
  const all = Buffer.concat([Buffer.alloc(offset), Buffer.from(value, 'utf8')]);
  return all.toString(alphabet).slice(Math.ceil((offset * 8) / 6), Math.floor((all.length * 8) / 6));
}

describe('a key is masked', () => {
  it.each(Object.entries(encodings))('%s, in any text', (_name, encode) => {
    fc.assert(
      fc.property(fc.oneof(key, oddKey), around, around, (value, before, after) => {
        const encoded = encode(value);
        const redacted = redactorOf(value).redact(`${before} ${encoded} ${after}`);
        expect(redacted).not.toContain(encoded);
        expect(redacted).toContain(shownAs);
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it.each([0, 1, 2])('within base64 that begins %i bytes before it', (offset) => {
    fc.assert(
      fc.property(
        fc.oneof(key, oddKey),
        fc.uint8Array({ maxLength: 30 }),
        fc.uint8Array({ maxLength: 30 }),
        fc.constantFrom('base64', 'base64url'),
        (value, before, after, alphabet) => {
          const lead = before.slice(0, before.length - ((before.length + 3 - offset) % 3));
          fc.pre(lead.length % 3 === offset);
          const whole = Buffer.concat([lead, Buffer.from(value, 'utf8'), after]).toString(alphabet);
          const own = ownBase64(value, offset, alphabet);
          expect(whole).toContain(own);
          const redacted = redactorOf(value).redact(`"Basic ${whole}"`);
          expect(redacted).not.toContain(own);
          expect(redacted).toContain(shownAs);
        },
      ),
      { numRuns: propertyRuns(40) },
    );
  });

  it('in percent-encoded base64', () => {
    const value = 'key>>>???~~~ÿÿ';
    const encoded = encodeURIComponent(Buffer.from(`${value}:`).toString('base64'));
    expect(encoded).toMatch(/%2[BF]/);
    expect(redactorOf(value).redact(`x=${encoded}&y`)).toBe(`x=${shownAs}o%3D&y`);
  });

  it('in several places, also adjacent ones', () => {
    expect(redactorOf('secret-key-1').redact('secret-key-1secret-key-1,%73ecret-key-1')).toBe(
      `${shownAs}${shownAs},${shownAs}`,
    );
  });

  it('in part, at the end of a truncated text', () => {
    const redactor = redactorOf('secret-key-12345');
    expect(redactor.redact('{"message":"secret-key-1')).toBe(`{"message":"${shownAs}`);
    expect(redactor.redact('{"message":"secret')).toBe('{"message":"secret');
    expect(redactor.redact('{"status":"available')).toBe('{"status":"available');
  });
});

describe('a text without the key', () => {
  it('stays unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(key, oddKey), fc.oneof(around, fc.string(), fc.json()), (value, text) => {
        fc.pre(!text.includes(value.slice(0, 6)) && !/[%\\&]/.test(text));
        expect(redactorOf(value).redact(text)).toBe(text);
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  it('stays unchanged, including escapes, if no two characters of it belong to the key', () => {
    fc.assert(
      fc.property(around, (text) => {
        expect(redactorOf('QRSTQVWQRSTU').redact(text)).toBe(text);
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  it('may be a list of single digits beside longer numbers', () => {
    const text = JSON.stringify(Array.from({ length: 60 }, () => [54, 9, 9, 9, 9, 9, 9]));
    expect(redactorOf('Kq7x2mW9_Bv4nT8rL6d').redact(text)).toBe(text);
  });

  it('stays JSON after a placeholder replaces a key', () => {
    fc.assert(
      fc.property(key, fc.string(), fc.string({ maxLength: 20 }), (value, shown, other) => {
        const redactor = new Redactor([{ value, shownAs: shown }]);
        const json = JSON.stringify({ message: `${other}${value}`, code: other, list: [value] });
        expect(() => JSON.parse(redactor.redact(json))).not.toThrow();
      }),
    );
  });
});

describe('several secrets', () => {
  it('masks the longest one under its own name', () => {
    const redactor = redactorOf('secret-key-1');
    redactor.register('secret-key-1x', '$KEY-and-x');
    redactor.register('secret-key-', '$KEY-without-1');
    expect(redactor.redact('secret-key-1x secret-key-1 secret-key-2')).toBe(
      `$KEY-and-x ${shownAs} $KEY-without-12`,
    );
  });

  it('leaves no characters between overlapping ones', () => {
    const redactor = new Redactor([
      { value: 'abcdefgh1234', shownAs: '$A' },
      { value: '1234ijklmnopq', shownAs: '$B' },
    ]);
    expect(redactor.redact('<abcdefgh1234ijklmnopq>')).toBe('<$B>');
  });

  it('masks near misses under their names and pieces under that of the key, and ignores near misses of common words', () => {
    const redactor = new Redactor([
      { value: 'secret-key-12345', shownAs },
      { value: 'available', shownAs: '$WORD' },
    ]);
    for (const [value, shown] of [
      ['secret-key-1234', '$KEY-but-one'],
      ['secret-key-123', '$KEY-but-two'],
      ['secret-key-12', '$KEY-but-three'],
      ['secret-k', '$HALF'],
      ['Available', '$OTHER-WORD'],
    ] as const) {
      redactor.registerDerived(value, shown);
    }
    expect(redactor.redact('secret-key-1234 secret-key-123, secret-key-12 secret-k secret- Available')).toBe(
      `$KEY-but-one $KEY-but-two, ${shownAs} ${shownAs} secret- Available`,
    );
  });

  it('gives a near miss in another letter case its own name', () => {
    const redactor = redactorOf('Secret-Key-1');
    redactor.registerDerived('SECRET-KEY-1', '$KEY-in-capitals');
    expect(redactor.redact('SECRET-KEY-1 secret-key-1 Secret-Key-1')).toBe(
      `$KEY-in-capitals ${shownAs} ${shownAs}`,
    );
  });

  it('keeps the first name of a value', () => {
    const redactor = redactorOf('secret-key-1');
    redactor.register('secret-key-1', '$OTHER');
    expect(redactor.redact('secret-key-1')).toBe(shownAs);
  });
});

describe('keys that are common words', () => {
  it.each([
    'test',
    'avail',
    'available',
    'categoryId',
    'application/json',
    'X-RateLimit',
    'aaaaaaaaaaaa',
    'run-tag-7',
  ])('%s is masked in a sent credential, and not in text that a server may have written', (value) => {
    const redactor = new Redactor([{ value, shownAs }], ['made by run-tag-77']);
    const text = `{"status":"${value}","x":"${value}"}`;
    expect(redactor.redact(text)).toBe(text);
    expect(redactor.redactOwn(`Bearer ${value}`)).toBe(`Bearer ${shownAs}`);
  });

  it('ignores a common word that is the reversed key', () => {
    const redactor = redactorOf('nosj/noitacilppa');
    const text = '{"type":"application/json"}';
    expect(redactor.redact(text)).toBe(text);
    expect(redactor.redact('nosj/noitacilppa')).toBe(shownAs);
  });

  it('a number is not masked within another number', () => {
    const redactor = redactorOf('1234567891');
    expect(redactor.redact('[91234567891,12345678910,1.1234567891]')).toBe(
      `[91234567891,12345678910,1.${shownAs}]`,
    );
    expect(redactor.redact('key 1234567891.')).toBe(`key ${shownAs}.`);
  });
});

it('redacts long hostile texts', () => {
  const redactor = redactorOf('secret-key-1');
  for (const piece of ['\\', '%', '%25', '&#', '&#x0', 'secret-', '%73', '\\u0073']) {
    const text = piece.repeat(Math.floor(400_000 / piece.length));
    expect(redactor.redact(text)).toBe(text);
  }
});

describe('a body', () => {
  const value = 'ask_live_9fQ2xT7LmZ4vB8nC';
  const writings: readonly (readonly [string, string])[] = [
    ['plain', `${value} `],
    ['in upper case', value.toUpperCase()],
    ['in hexadecimal', Buffer.from(value).toString('hex')],
    ['in base64', Buffer.from(value).toString('base64')],
    [
      'as character references',
      bytes(value)
        .map((byte) => `&#${byte};`)
        .join(''),
    ],
    ['in pieces', `${value.slice(3, 11)} `],
  ];

  it.each(writings)('that repeats a key %s a thousand times is masked everywhere', (_how, writing) => {
    const text = `{"debug":"${writing.repeat(1_000)}"}`;
    const redactor = redactorOf(value);
    expect(redactor.redactionOfBody(text)).toEqual(redactor.redaction(text));
  });

  it.each(writings)(
    'that repeats a key %s without end is rejected after the same amount of work at any length',
    (_how, writing) => {
      const counted = vi.spyOn(HitLimit.prototype, 'count');
      try {
        const work = [1_000_000, 2_000_000].map((length) => {
          counted.mockClear();
          const text = writing.repeat(Math.ceil(Math.max(length, 8_000 * writing.length) / writing.length));
          expect(redactorOf(value).redactionOfBody(text)).toBeNull();
          return counted.mock.calls.length;
        });
        expect(work[1]).toBe(work[0]);
      } finally {
        counted.mockRestore();
      }
    },
  );

  it('is masked if it contains a concealed value, and rejected if it repeats that without end', () => {
    const redactor = new Redactor([], [], [{ value: 'gate-c00kie-7Qz9xW2m', shownAs: '$HEADER_1' }]);
    expect(redactor.redactionOfBody('{"seen":"gate-c00kie-7Qz9xW2m"}')?.text).toBe('{"seen":"$HEADER_1"}');
    expect(redactor.redactionOfBody('gate-c00kie-7Qz9xW2m '.repeat(200_000))).toBeNull();
  });
});
