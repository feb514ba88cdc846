import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/secrets/redaction.ts';
import { propertyRuns } from '../property-runs.ts';
import { encodings } from './encodings.ts';

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

/** The base64 characters that only the key determines, at an alignment. */
function ownBase64(value: string, offset: number, alphabet: 'base64' | 'base64url'): string {
  const all = Buffer.concat([Buffer.alloc(offset), Buffer.from(value, 'utf8')]);
  return all.toString(alphabet).slice(Math.ceil((offset * 8) / 6), Math.floor((all.length * 8) / 6));
}

describe('a key is masked', () => {
  it.each(Object.entries(encodings).filter(([name]) => !/buffer|Python/.test(name)))(
    '%s, in any text',
    (_name, encode) => {
      fc.assert(
        fc.property(fc.oneof(key, oddKey), around, around, (value, before, after) => {
          const encoded = encode(value);
          const redacted = redactorOf(value).redact(`${before} ${encoded} ${after}`);
          expect(redacted).not.toContain(encoded);
          expect(redacted).toContain(shownAs);
        }),
        { numRuns: propertyRuns(40) },
      );
    },
  );

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

  it('in several places, also adjacent ones', () => {
    expect(redactorOf('secret-key-1').redact('secret-key-1secret-key-1,secret-key-1')).toBe(
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
      { value: '1234Zq8Lm2Wk9', shownAs: '$B' },
    ]);
    expect(redactor.redact('<abcdefgh1234Zq8Lm2Wk9>')).toBe('<$B>');
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

  it.each(Object.entries(encodings))(
    'that repeats a key %s without end is masked everywhere',
    (_how, encode) => {
      const text = `{"debug":"${`${encode(value)} `.repeat(20_000)}"}`;
      const { text: masked, count } = redactorOf(value).redactionOfBody(text);
      expect(count).toBe(20_000);
      expect(masked).not.toContain(encode(value));
    },
  );

  it('is masked if it contains a concealed value', () => {
    const redactor = new Redactor([], [], [{ value: 'gate-c00kie-7Qz9xW2m', shownAs: '$HEADER_1' }]);
    expect(redactor.redactionOfBody('{"seen":"gate-c00kie-7Qz9xW2m"}').text).toBe('{"seen":"$HEADER_1"}');
  });
});
