import { maskedText } from './masked-text.ts';
import { isOrdinary, quotesVocabulary } from './ordinary-text.ts';
import { HitLimit, type Piece } from './piece-search.ts';
import { SecretSearch } from './secret-search.ts';
import { nearWritingsOf, writingsOf } from './secret-writings.ts';

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
/**
 * The number of nested encodings to decode in responses. Text derived from records has one fewer, that of the JSON
 * string. If it were decoded as deep, a key could be masked in a message and not in the body.
 */
const receivedLayers = 3;
const derivedLayers = receivedLayers - 1;
/** The maximum number of matches to replace in a body: some four thousand keys of 24 characters. */
const mostHits = 60_000;
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
 * Replaces secrets in texts, in any supported encoding: each piece of eight characters of a key, and the whole value of
 * other secrets.
 *
 * A secret that is too common (`isOrdinary`) is replaced only in credentials and in texts of this program. Elsewhere a
 * replacement could change a response of a server that repeated nothing, and so a verdict.
 */
export class Redactor {
  readonly #secrets = new Map<string, string>();
  readonly #derived = new Set<string>();
  readonly #ordinaryTexts: readonly string[];
  readonly #keys: SecretSearch;
  /** A cache of short texts without a key, since names and values of header fields recur. */
  readonly #clean = new Map<string, Redacted>();
  readonly #concealed: SecretSearch;
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
    this.#keys = new SecretSearch(ordinaryTexts);
    this.#concealed = new SecretSearch([]);
    const distinctive = concealed.filter(
      ({ value }) => !isOfNumbers.test(value) && !quotesVocabulary(value) && !this.#isOrdinary(value),
    );
    this.#concealedJson = distinctive.filter(({ value }) => isJsonWithString(value));
    for (const { value, shownAs } of distinctive) {
      const writings = writingsOf(value, harmless(shownAs)).filter(({ text }) => !this.#isOrdinary(text));
      this.#concealed.add(writings.map((writing) => ({ ...writing, countsWhole: true })));
    }
    for (const { value, shownAs } of secrets) {
      this.register(value, shownAs);
    }
  }

  /** Adds a secret. The first `shownAs` of a value stays. */
  register(value: string, shownAs: string): void {
    this.#add(value, shownAs, writingsOf);
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
          this.#add(token, shownAs, nearWritingsOf);
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
    const redaction = redacted(text, this.#keys.find(text, receivedLayers));
    if (redaction.count === 0 && text.length <= longestRemembered && this.#clean.size < mostRemembered) {
      this.#clean.set(text, redaction);
    }
    return redaction;
  }

  /**
   * Redacts keys and concealed values in a body for the record. Returns `null` if the body has more of them than can be
   * replaced in a second, like no useful response.
   */
  redactionOfBody(text: string): Redacted | null {
    const limit = new HitLimit(mostHits);
    const withoutKeys = redacted(text, this.#keys.find(text, receivedLayers, limit));
    const concealed = limit.isPassed ? null : this.conceal(withoutKeys.text, limit);
    return concealed === null || limit.isPassed ? null : { ...withoutKeys, text: concealed };
  }

  /** Redacts text derived from a record. */
  redactDerived(text: string): string {
    return redacted(text, this.#keys.find(text, derivedLayers)).text;
  }

  /**
   * Replaces concealed values, which a service may repeat without a finding. JSON stays JSON: a match across its strings
   * is not a repetition, and then the text is returned unchanged.
   */
  conceal(text: string, limit: HitLimit = new HitLimit()): string {
    const concealed = this.#withoutConcealed(text, limit);
    return concealed !== text && isJson(text) && !isJson(concealed) ? text : concealed;
  }

  /** Redacts any text before output: keys, concealed values, and common keys in credentials. */
  redactionOfAll(text: string, layers = derivedLayers): Redacted {
    return redacted(text, this.#piecesOfAll(text, layers));
  }

  /**
   * The same for the beginning of a longer text: up to `cut`, or up to the piece that extends across it.
   *
   * @returns also the length of that beginning
   */
  redactionOfBeginning(
    text: string,
    cut: number,
    layers = derivedLayers,
  ): Redacted & { readonly taken: number } {
    const pieces = this.#piecesOfAll(text, layers).sort((left, right) => right.start - left.start);
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

  #add(value: string, shownAs: string, writings: typeof writingsOf): void {
    if (value !== '' && !this.#secrets.has(value)) {
      const shown = harmless(shownAs);
      this.#secrets.set(value, shown);
      this.#clean.clear();
      if (!this.#isOrdinary(value)) {
        this.#keys.add(writings(value, shown));
      }
    }
  }

  #withoutConcealed(text: string, limit: HitLimit): string {
    const withoutJson = this.#concealedJson.reduce(
      (before, { value, shownAs }) => before.replaceAll(value, () => `"${harmless(shownAs)}"`),
      text,
    );
    return redacted(withoutJson, this.#concealed.find(withoutJson, receivedLayers, limit)).text;
  }

  #piecesOfAll(text: string, layers: number): Piece[] {
    return [
      ...this.#keys.find(text, layers),
      ...this.#concealed.find(text, layers),
      ...this.#credentialsIn(text),
    ];
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
        .map(([value, shownAs]) => ({ start, end: start + value.length, shownAs, isWhole: true }));
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
