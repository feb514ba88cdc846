import { visibleText } from '../report/visible-text.ts';

/** The sequences that this program draws with: colours, clearing, moving up, hiding the cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal obeys is what is meant
const drawing = /(\r?\u001b\[(?:[\d;]{0,20}[mKJA]|\?25[lh]))/;

/** Commands of GitHub Actions, and of Azure Pipelines. */
const githubCommand =
  /::(?=(?:error|warning|notice|debug|group|endgroup|add-mask|set-output|save-state|stop-commands|add-matcher|remove-matcher|echo|set-env|add-path)\b)/gi;
const azureCommand = /##(?=\[|vso\[)/gi;

/**
 * A text that may hold what a service sent, as it goes to a screen or a log: nothing in it steers a terminal or is a
 * command of a pipeline, wherever it stands in a line. The drawing of this program stays.
 */
export function inertText(text: string): string {
  return text
    .split(drawing)
    .map((part, index) => (index % 2 === 1 ? part : visibleText(part)))
    .join('')
    .replace(githubCommand, ': :')
    .replace(azureCommand, '# #');
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
    .replace(githubCommand, ':\\u003a')
    .replace(azureCommand, '#\\u0023');
}
