import { FormSearch, type Piece } from './form-search.ts';
import { maskedText } from './masked-text.ts';
import { isOrdinary, quotesVocabulary } from './ordinary-text.ts';
import { formsOf, plainForm, type SecretForm, wholeForm } from './secret-forms.ts';

/** A value that no output may contain, and its placeholder: `$ANIMAL_STORE_API_KEY`. */
export interface Secret {
  readonly value: string;
  readonly shownAs: string;
}

/** A text without secrets. */
export interface Redacted {
  readonly text: string;
  /** The number of replaced secrets and pieces of secrets. */
  readonly count: number;
  /** Whether the text contained a whole secret. */
  readonly showedWhole: boolean;
}

/** The maximum difference in length between a key and a near miss. */
const mostDifference = 2;
const longestRemembered = 64;
const mostRemembered = 500;
/** The characters that may follow a credential. */
const endsCredential = /["'\\<&\s]/;
/** Characters that are not part of a bearer token (RFC 6750 2.1). */
const outsideTokens = /[^A-Za-z0-9\-._~+/=]+/;
/** The maximum number of near misses to register. */
const mostDerived = 256;
/** JSON numbers and lists of them: a placeholder would break the JSON, and a number may be the id of an animal. */
const isOfNumbers = /^[-+.\deE[\]{},:\s]+$/;

/**
 * Replaces secrets in texts, in each of the forms that are searched for: each piece of eight characters of a key, and the
 * whole value of other secrets.
 *
 * A secret that is too common (`isOrdinary`) is replaced only in credentials and in texts of this program. Elsewhere a
 * replacement could change a response of a server that repeated nothing, and so a verdict.
 */
export class Redactor {
  readonly #secrets = new Map<string, string>();
  readonly #derived = new Set<string>();
  readonly #ordinaryTexts: readonly string[];
  readonly #keys: FormSearch;
  /** A cache of short texts without a key, since names and values of header fields recur. */
  readonly #clean = new Map<string, Redacted>();
  readonly #concealed = new FormSearch([]);
  /** The concealed values that are JSON with a string: with its quotes, such a value is replaced as a whole. */
  readonly #concealedJson: readonly Secret[];

  /**
   * @param ordinaryTexts texts of every report, such as the base URL, whose parts never count as secrets
   * @param concealed values that no record may show, although a service may repeat them
   */
  constructor(
    secrets: readonly Secret[],
    ordinaryTexts: readonly string[] = [],
    concealed: readonly Secret[] = [],
  ) {
    this.#ordinaryTexts = ordinaryTexts;
    this.#keys = new FormSearch(ordinaryTexts);
    const distinctive = concealed.filter(
      ({ value }) => !isOfNumbers.test(value) && !quotesVocabulary(value) && !this.#isOrdinary(value),
    );
    this.#concealedJson = distinctive.filter(({ value }) => isJsonWithString(value));
    for (const { value, shownAs } of distinctive) {
      for (const form of formsOf(value, harmless(shownAs)).map(wholeForm)) {
        if (!this.#isOrdinary(form.units.join(''))) {
          this.#concealed.add(form);
        }
      }
    }
    for (const { value, shownAs } of secrets) {
      this.register(value, shownAs);
    }
  }

  /** Adds a secret. The first `shownAs` of a value stays. */
  register(value: string, shownAs: string): void {
    this.#add(value, shownAs, formsOf);
  }

  /**
   * Adds the tokens in a near miss of a secret that are about as long as the secret. Much less of a key, e.g. a half,
   * is masked under the name of the key.
   */
  registerDerived(value: string, shownAs: string): void {
    // Quotation marks and commas around a key also surround its echo in JSON, where they must remain.
    for (const token of value.split(outsideTokens)) {
      const isNear = (secret: string) => Math.abs(secret.length - token.length) <= mostDifference;
      if (this.#derived.size < mostDerived && !this.#secrets.has(token)) {
        const secrets = [...this.#secrets.keys()].filter((secret) => !this.#derived.has(secret));
        if (secrets.some((secret) => isNear(secret) && !this.#isOrdinary(secret))) {
          this.#derived.add(token);
          this.#add(token, shownAs, (text, shown) => [plainForm(text, shown)]);
        }
      }
    }
  }

  /** Redacts a text that may contain output of a server. Returns the same text if it contains no secret. */
  redact(text: string): string {
    return this.redaction(text).text;
  }

  redaction(text: string): Redacted {
    const known = text.length <= longestRemembered ? this.#clean.get(text) : undefined;
    if (known !== undefined) {
      return known;
    }
    const redaction = redacted(text, this.#keys.find(text));
    if (redaction.count === 0 && text.length <= longestRemembered && this.#clean.size < mostRemembered) {
      this.#clean.set(text, redaction);
    }
    return redaction;
  }

  /** Redacts keys and concealed values in a body for the record. */
  redactionOfBody(text: string): Redacted {
    const withoutKeys = this.redaction(text);
    return { ...withoutKeys, text: this.conceal(withoutKeys.text) };
  }

  /**
   * Replaces concealed values, which a service may repeat without a finding. JSON stays JSON: a match across its strings
   * is not a repetition, and then the text is returned unchanged.
   */
  conceal(text: string): string {
    const concealed = this.#withoutConcealed(text);
    return concealed !== text && isJson(text) && !isJson(concealed) ? text : concealed;
  }

  /** Redacts any text before output: keys, concealed values, and common keys in credentials. */
  redactionOfAll(text: string): Redacted {
    return redacted(text, this.#piecesOfAll(text));
  }

  /**
   * The same for the beginning of a longer text: up to `cut`, or up to the piece that extends across it.
   *
   * @returns also the length of that beginning
   */
  redactionOfBeginning(text: string, cut: number): Redacted & { readonly taken: number } {
    const pieces = this.#piecesOfAll(text).sort((left, right) => right.start - left.start);
    const across = pieces.reduce((at, { start, end }) => (start < at && end > at ? start : at), cut);
    const taken = across > 0 ? across : cut;
    const within = pieces.filter(({ end }) => end <= taken);
    return { ...redacted(text.slice(0, taken), within), taken };
  }

  /** Redacts this program's own text with a credential, including common secrets. */
  redactOwn(text: string): string {
    let shown = this.redact(text);
    for (const [value, shownAs] of this.#secrets) {
      shown = shown.replaceAll(value, () => shownAs);
    }
    return shown;
  }

  #add(value: string, shownAs: string, forms: (value: string, shownAs: string) => SecretForm[]): void {
    if (value !== '' && !this.#secrets.has(value)) {
      const shown = harmless(shownAs);
      this.#secrets.set(value, shown);
      this.#clean.clear();
      if (!this.#isOrdinary(value)) {
        // Each piece of a key may look like a date or a word: the whole is secret nevertheless.
        for (const form of [wholeForm(plainForm(value, shown)), ...forms(value, shown)]) {
          this.#keys.add(form);
        }
      }
    }
  }

  #withoutConcealed(text: string): string {
    const withoutJson = this.#concealedJson.reduce(
      (before, { value, shownAs }) => before.replaceAll(value, () => `"${harmless(shownAs)}"`),
      text,
    );
    return redacted(withoutJson, this.#concealed.find(withoutJson)).text;
  }

  #piecesOfAll(text: string): Piece[] {
    return [...this.#keys.find(text), ...this.#concealed.find(text), ...this.#credentialsIn(text)];
  }

  /** Every report contains a key that is a common word, so it counts only after `Bearer`. */
  #credentialsIn(text: string): Piece[] {
    if (!text.includes('Bearer')) {
      return [];
    }
    // One search for all keys: with a thousand of them, a pattern for each takes a thousand times as long.
    return [...text.matchAll(/Bearer(?: |%20|\+)/g)].flatMap(({ index, 0: scheme }) => {
      const start = index + scheme.length;
      return [...this.#secrets]
        .filter(
          ([value]) => text.startsWith(value, start) && endsCredential.test(text[start + value.length] ?? ''),
        )
        .map(([value, shownAs]) => ({
          start,
          end: start + value.length,
          shownAs,
          isWhole: true,
          isValue: true,
          isOfNumbers: false,
        }));
    });
  }

  #isOrdinary(value: string): boolean {
    return isOrdinary(value, this.#ordinaryTexts);
  }
}

function redacted(text: string, pieces: readonly Piece[]): Redacted {
  return pieces.length === 0
    ? { text, count: 0, showedWhole: false }
    : { ...maskedText(text, pieces), showedWhole: pieces.some(({ isWhole }) => isWhole) };
}

function isJsonWithString(text: string): boolean {
  return text.includes('"') && isJson(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A placeholder may not end the JSON string or the line that contains it. */
function harmless(shownAs: string): string {
  return shownAs.replace(/["\\]/g, '').replace(/\p{Cc}/gu, ' ');
}
