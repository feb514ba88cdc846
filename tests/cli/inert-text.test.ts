import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventLines } from '../../src/cli/event-lines.ts';
import { inertText } from '../../src/cli/inert-text.ts';
import { screenOf } from '../../src/cli/terminal.ts';
import { Redactor } from '../../src/secrets/redaction.ts';

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '##[error]x',
          '##vso[task.setvariable variable=a]b',
          '::error file=a::b',
          '  ::add-mask::x',
          '::stop-commands::y',
        ],
        ...[
          '\u001b]0;title\u0007',
          '\u001b[2J',
          '\u001b]8;;http://x\u001b\\',
          '\u009b31m',
          '\u009d0;t\u009c',
          '\r',
          '\u0007',
        ],
        ...['\u202e', '\u2066', '\u200f', '\ufeff', '\u2028', '#', ':', '\n', '\u001b'],
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** Commands of pipelines, controls but line feeds and tabs, and what turns the direction of a text. */
const live =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would obey is looked for
  /##(?:vso)?\[|::(?:error|warning|add-mask|stop-commands)\b|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/i;
/** What this program draws with, and steers nothing but its own lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal obeys is what is meant
const drawing = /\r?\u001b\[(?:[\d;]{0,20}[mKJA]|\?25[lh])/g;

function written(write: (screen: ReturnType<typeof screenOf>) => void): string {
  const stream = new PassThrough();
  write(screenOf(stream as unknown as NodeJS.WriteStream, {}));
  return String(stream.read() ?? '');
}

describe('what a service sent', () => {
  test('reaches no stream as a control or a command of a pipeline', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(written((screen) => screen.write(`x ${text}\n`)).replace(drawing, '')).not.toMatch(live);
      }),
      { numRuns: 2_000 },
    );
  });

  test('reaches the reader of --json as it was, and a log as nothing that it obeys', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const event = { type: 'observation', requirement: 'list/order', text, exchanges: [] } as const;
        const line = written((screen) => eventLines(screen, new Redactor([]))(event));
        expect(line.slice(0, -1)).not.toMatch(live);
        expect(line.slice(0, -1)).not.toContain('\n');
        expect(JSON.parse(line)).toEqual(event);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('our own drawing, addresses and ordinary text stay as they are', () => {
  for (const text of [
    '\r\u001b[K\u001b[1m3 checks\u001b[22m ✓ naïve – 日本\n',
    'http://[::1]:8080/v1 std::vec::Vec # Heading ## Two\t1\n',
    '\u001b[?25l\u001b[2A\u001b[J',
  ]) {
    expect(inertText(text)).toBe(text);
  }
});
