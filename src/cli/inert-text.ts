import { visibleText } from '../report/words.ts';

/** The sequences that this program draws with: colours, clearing, moving up, hiding the cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal obeys is what is meant
const drawing = /(\r?\u001b\[(?:[\d;]{0,20}[mKJA]|\?25[lh]))/;

/** A possible command of GitHub Actions: `::` at the beginning of a line, after optional white space. */
const workflowCommand = /(^|\n)([^\S\n]*):(?=:)/g;
/** The commands of GitHub Actions today, anywhere in a line. */
const knownCommand =
  /::(?=(?:error|warning|notice|debug|group|endgroup|add-mask|set-output|save-state|stop-commands|add-matcher|remove-matcher|echo|set-env|add-path)\b)/gi;
/** Commands of Azure Pipelines, older GitHub runners and TeamCity. */
const bracketCommand = /##(?=[a-z]*\[)/gi;

/**
 * Makes text that may contain a service's output safe for a screen or a log: without terminal controls, and without
 * pipeline commands anywhere in a line.
 *
 * @param draws whether to keep this program's own colours and cursor movements
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

/** The same for a line of JSON, whose meaning stays the same, because only strings can contain such characters. */
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
