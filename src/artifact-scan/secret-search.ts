import { isOrdinary } from '../target/ordinary-text.ts';
import { credentialPattern, secretForms, secretPattern } from './secret-pattern.ts';

/** What must not stand in an artifact, and what stands for it in what is said of a hit. */
export interface SoughtSecret {
  readonly value: string;
  /** `$ANIMAL_STORE_API_KEY` */
  readonly shownAs: string;
}

/** A secret that stands where it must not. Neither it nor the text around it is told. */
export interface SecretHit {
  readonly secret: SoughtSecret;
  /** How it is written there. */
  readonly how: string;
}

/** A piece of a longer text, and whether it begins and ends it. */
export interface TextWindow {
  readonly text: string;
  readonly first: boolean;
  readonly last: boolean;
}

/** No match is longer: of a secret 64 characters are looked for, which escapes make longer by far less than this. */
export const longestMatch = 8_192;

/**
 * Looks for secrets in bytes that are read as Latin-1.
 *
 * One that is too ordinary to be told from other text (`isOrdinary`), or of which it is said so, counts only where
 * it stands as a credential.
 */
export class SecretSearch {
  readonly #patterns: readonly { readonly secret: SoughtSecret; readonly pattern: RegExp }[];

  constructor(secrets: readonly SoughtSecret[], ordinary: (value: string) => boolean = () => false) {
    this.#patterns = secrets
      .filter(({ value }) => value !== '')
      .map((secret) => {
        const { value } = secret;
        const source =
          isOrdinary(value, []) || ordinary(value) ? credentialPattern(value) : secretPattern(value);
        return { secret, pattern: compiled(source) };
      });
  }

  /** The first secret that stands in a text of any characters, or `null`. */
  findInText(text: string): SecretHit | null {
    return this.find({ text: Buffer.from(text, 'utf8').toString('latin1'), first: true, last: true });
  }

  /**
   * The first secret that stands in bytes, or `null`. Where a text comes in windows, each has to begin with the last
   * `longestMatch` characters of the one before.
   */
  find(window: TextWindow): SecretHit | null {
    for (const { secret, pattern } of this.#patterns) {
      const how = foundHow(pattern, window);
      if (how !== null) {
        return { secret, how };
      }
    }
    return null;
  }
}

/**
 * V8 makes byte code of a pattern first, unless the text is long. Of such a pattern that takes a tenth of a second,
 * and machine code a few milliseconds.
 */
function compiled(source: string): RegExp {
  const pattern = new RegExp(source, 'g');
  pattern.test(longText);
  return pattern;
}

const longText = ' '.repeat(2_000);

/** A match at an inner edge of a window is left to the window that shows what stands beside it. */
function foundHow(pattern: RegExp, { text, first, last }: TextWindow): string | null {
  pattern.lastIndex = first ? 0 : 1;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (last || pattern.lastIndex < text.length) {
      return describe(match.groups ?? {});
    }
  }
  return null;
}

function describe(groups: Readonly<Record<string, string | undefined>>): string {
  const form = Object.entries(secretForms).find(([name]) => groups[name] !== undefined);
  return form?.[1] ?? secretForms.plain;
}
