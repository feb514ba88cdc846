import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inertText } from '../../src/cli/inert-text.ts';
import { eventLines } from '../../src/cli/report-files/present-report.ts';
import type { Screen } from '../../src/cli/screen.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { activeIn, hostileOutput, streamScreen } from './hostile-output.ts';

function written(write: (screen: Screen) => void, isTerminal = false): string {
  const { screen, text } = streamScreen(isTerminal);
  write(screen);
  return text();
}

describe('what a service sent', () => {
  test('reaches no stream as a control or a command of a pipeline', () => {
    fc.assert(
      fc.property(hostileOutput, fc.constantFrom('', 'x '), (text, before) => {
        expect(
          activeIn(
            written((screen) => screen.write(`${before}${text}\n`)),
            false,
          ),
        ).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  test('reaches the reader of --json as it was, and a log as nothing that it obeys', () => {
    fc.assert(
      fc.property(hostileOutput, (text) => {
        const event = { type: 'observation', requirement: 'list/order', text, exchanges: [] } as const;
        const line = written((screen) => eventLines(screen, new Redactor([]))(event));
        expect(activeIn(line, false)).toBeNull();
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
    '  from ::1 to 2001:db8::1::, ::std::string a[##] ## [link]\n',
    '\u001b[?25l\u001b[2A\u001b[J',
  ]) {
    expect(inertText(text, true)).toBe(text);
  }
});
