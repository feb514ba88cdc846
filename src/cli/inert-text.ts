import { visibleText } from '../report/visible-text.ts';

/** The sequences that this program draws with: colours, clearing, moving up, hiding the cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal obeys is what is meant
const drawing = /(\r?\u001b\[(?:[\d;]{0,20}[mKJA]|\?25[lh]))/;

/** What may be a command of GitHub Actions: `::`, with nothing but white space in front of it in its line. */
const workflowCommand = /(^|\n)([^\S\n]*):(?=:)/g;
/** Its commands of today, also where it would not read them. */
const knownCommand =
  /::(?=(?:error|warning|notice|debug|group|endgroup|add-mask|set-output|save-state|stop-commands|add-matcher|remove-matcher|echo|set-env|add-path)\b)/gi;
/** Commands of Azure Pipelines, of older runners of GitHub, and of TeamCity. */
const bracketCommand = /##(?=[a-z]*\[)/gi;

/**
 * A text that may hold what a service sent, as it goes to a screen or a log: nothing in it steers a terminal or is a
 * command of a pipeline, wherever it stands in a line.
 *
 * @param draws whether the drawing of this program stays
 */
export function inertText(text: string, draws: boolean): string {
  const parts = draws ? text.split(drawing) : [text];
  return parts.map((part, index) => (index % 2 === 1 ? part : inertPart(part))).join('');
}

function inertPart(part: string): string {
  return visibleText(part)
    .replace(workflowCommand, '$1$2: ')
    .replace(knownCommand, ': :')
    .replace(bracketCommand, '# #');
}

/** The same for a line of JSON: what it says stays the same, since all of this can stand in strings only. */
export function inertJson(json: string): string {
  return json
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
      character
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
    )
    .replace(knownCommand, ':\\u003a')
    .replace(bracketCommand, '#\\u0023');
}
