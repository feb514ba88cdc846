import { codePointName } from '../../report/words.ts';
import { requireThat } from '../usage-error.ts';

/**
 * A key that an `Authorization` field can carry (RFC 9110 section 5.5): characters of Latin-1 without control
 * characters, no white space at either end. The error never contains the key.
 *
 * @throws {UsageError} for any other text.
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
  return key;
}

function isHeaderCharacter(character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  return (codePoint >= 0x20 && codePoint < 0x7f) || (codePoint >= 0xa0 && codePoint <= 0xff);
}
