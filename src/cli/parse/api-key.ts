import { codePointName } from '../../report/words.ts';
import { requireThat } from '../usage-error.ts';

const leastLength = 8;
const leastDifferent = 5;
/** `$NAME`, `${NAME}`, `${{ secrets.NAME }}`, `%NAME%`: what a shell or a pipeline should have replaced. */
const unexpanded = /^(?:\$[A-Za-z_]\w*|\$\{[^}]*\}|\$\{\{.*\}\}|%\w+%)$/;

/**
 * A key that an `Authorization` field can carry (RFC 9110 section 5.5): characters of Latin-1 without control
 * characters, no white space at either end; and one that can be distinguished from other text, so that reports can
 * hide it. The error never contains the key.
 *
 * @throws {UsageError} for any other text, and for the name of a variable.
 */
export function parseApiKey(key: string): string {
  requireThat(key !== '', `the API key is empty`);
  requireThat(
    key.trim() === key,
    `the API key has white space or a line break at its start or end; remove it`,
  );
  let position = 0;
  for (const character of key) {
    position++;
    requireThat(
      isHeaderCharacter(character),
      `character ${position} of the API key is ${codePointName(character)}, which no header can carry; copy the key again`,
    );
  }
  requireThat(
    !unexpanded.test(key),
    'this is the name of a variable, not its value: let the shell or the pipeline expand it, in double quotes, and check that it is set there',
  );
  requireThat(
    !/^Bearer\s/i.test(key) && !/^(["']).*\1$/s.test(key),
    'pass the key alone, without the word Bearer and without quotation marks; the program adds Bearer to each request',
  );
  requireThat(
    key.length >= leastLength && new Set(key).size >= leastDifferent,
    `the key has fewer than ${leastLength} characters, or fewer than ${leastDifferent} different ones, so it can't be hidden in reports; use another`,
  );
  return key;
}

function isHeaderCharacter(character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  return (codePoint >= 0x20 && codePoint < 0x7f) || (codePoint >= 0xa0 && codePoint <= 0xff);
}
