import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { screenOf } from '../../src/cli/screen.ts';

/** Texts with which a service may try to control a terminal or a pipeline runner. */
const attacks = [
  '##[error]x',
  '##vso[task.setvariable variable=a]b',
  "##teamcity[buildStatus text='x']",
  '::error file=a::b',
  '\n  ::add-mask::x',
  '\n\u00a0\u3000::some-new-command a=b::x',
  '\n::warning::y\n',
  '::stop-commands::y',
  '\u001b]0;title\u0007',
  '\u001b[2J',
  '\u001b[45m',
  '\r\u001b[17A',
  '\n\r\u001b[45m::error::x',
  '\u001b]8;;http://x\u001b\\',
  '\u009b31m',
  '\u009d0;t\u009c',
  ...[
    '\r',
    '\u0007',
    '\u202e',
    '\u2066',
    '\u200f',
    '\u061c',
    '\ufeff',
    '\u2028',
    '#',
    ':',
    '\n',
    '\u001b',
    ' ',
  ],
];

export const hostileOutput: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...attacks) },
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));

/** Pipeline commands, control characters except line feeds and tabs, and bidirectional controls. */
const live: readonly RegExp[] = [
  /##[a-z]*\[/i,
  /::(?:error|warning|notice|debug|add-mask|stop-commands|set-output)\b/i,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches terminal controls
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/,
];
/** A command as GitHub's runner parses it: optional white space, `::`, a name, and a second `::`. */
const workflowCommand = /^\s*::[^:\n]*::/;
/** The sequences that this program draws with; they affect only its own lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches terminal controls
const drawing = /\r?\u001b\[(?:(?!45m|17A)[\d;]{0,20}[mKJA]|\?25[lh])/g;

/** The first active sequence in a text written to a terminal or log, or `null`. */
export function activeIn(written: string, isTerminal: boolean): string | null {
  const text = isTerminal ? written.replace(drawing, '') : written;
  const found = live.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined);
  return found ?? text.split('\n').find((line) => workflowCommand.test(line)) ?? null;
}

/** A screen of the program, and the text written to its stream. */
export function streamScreen(isTerminal: boolean) {
  let written = '';
  const stream = new PassThrough().setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  const screen = screenOf(Object.assign(stream, { isTTY: isTerminal }) as unknown as NodeJS.WriteStream, {});
  return { screen, text: () => written };
}
