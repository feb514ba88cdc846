import { maskedText } from './masked-text.ts';
import { isOrdinary, quotesVocabulary } from './ordinary-text.ts';
import { HitLimit, type Piece } from './piece-search.ts';
import { SecretSearch } from './secret-search.ts';
import { nearWritingsOf, writingsOf } from './secret-writings.ts';

/** A value that must never be written down, and the text that stands for it: `$ANIMAL_STORE_API_KEY`. */
export interface Secret {
  readonly value: string;
  readonly shownAs: string;
}

/** A text without secrets. */
export interface Redacted {
  readonly text: string;
  /** In how many places a secret or a piece of one was replaced. */
  readonly count: number;
  /** Whether all of a secret stood there. */
  readonly showedWhole: boolean;
}

/** A near miss of a key has at most so many characters more or less. */
const mostDifference = 2;
/**
 * So many encodings, one within the other, are read in what a service sent. What is made of its records has one fewer
 * at most, that of a JSON string: were more read there, a key would be masked in a message and left in the body.
 */
const receivedLayers = 3;
const derivedLayers = receivedLayers - 1;
/** So many windows of secrets are replaced in a body: some six thousand keys of 24 characters. */
const mostHits = 100_000;
const longestRemembered = 64;
const mostRemembered = 500;
/** What may stand behind a credential. */
const endsCredential = /["'\\<&\s]/;
/** Characters that are not part of a bearer token (RFC 6750 2.1). */
const outsideTokens = /[^A-Za-z0-9\-._~+/=]+/;
/** So many near misses are remembered by themselves. */
const mostDerived = 256;
/** Numbers in JSON, and lists of them, that turn into text are no JSON any more: and one may be the id of an animal. */
const isOfNumbers = /^[-+.\deE[\]{},:\s]+$/;

/**
 * Replaces secrets in texts, in whatever encoding they stand there: of a key each piece of eight characters, of what
 * else must not be shown the whole value.
 *
 * A secret that is too ordinary (`isOrdinary`) is replaced only where it stands as a credential, or in texts that we
 * made ourselves: elsewhere a replacement could change what a verdict sees of a server that repeated nothing.
 */
export class Redactor {
  readonly #secrets = new Map<string, string>();
  readonly #derived = new Set<string>();
  readonly #ordinaryTexts: readonly string[];
  readonly #keys: SecretSearch;
  /** Short texts without a key: the names and values of header fields are the same again and again. */
  readonly #clean = new Map<string, Redacted>();
  readonly #concealed: SecretSearch;
  /** Those that are JSON with a string in it: where one stands with its quotes, it stands for a value. */
  readonly #concealedJson: readonly Secret[];

  /**
   * `ordinaryTexts`: what stands in every report, e.g. the base URL; no part of it counts as a secret.
   * `concealed`: what no record shows either, and what a service may repeat all the same.
   */
  constructor(
    secrets: readonly Secret[],
    ordinaryTexts: readonly string[] = [],
    concealed: readonly Secret[] = [],
  ) {
    this.#ordinaryTexts = ordinaryTexts;
    this.#keys = new SecretSearch(ordinaryTexts);
    this.#concealed = new SecretSearch([]);
    const told = concealed.filter(
      ({ value }) => !isOfNumbers.test(value) && !quotesVocabulary(value) && !this.#isOrdinary(value),
    );
    this.#concealedJson = told.filter(({ value }) => isJsonWithString(value));
    for (const { value, shownAs } of told) {
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
    // Quotation marks and commas around a key also stand around its echo in JSON, where they must remain.
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

  /** A text that a server may have had a part in. The same text comes back where no secret stands in it. */
  redact(text: string): string {
    return this.redaction(text).text;
  }

  /** The same, and what was found. */
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
   * A text as it is recorded: without keys and what is concealed. `null` where it repeats them more often than could be
   * replaced in a second: no answer that is meant to be read does.
   */
  redactionOfBody(text: string): Redacted | null {
    const limit = new HitLimit(mostHits);
    const withoutKeys = redacted(text, this.#keys.find(text, receivedLayers, limit));
    const concealed = limit.isPassed ? null : this.conceal(withoutKeys.text, limit);
    return concealed === null || limit.isPassed ? null : { ...withoutKeys, text: concealed };
  }

  /** A sentence that was made of what is recorded. */
  redactDerived(text: string): string {
    return redacted(text, this.#keys.find(text, derivedLayers)).text;
  }

  /**
   * Replaces what a service may repeat: that it did so is held against nobody. JSON stays JSON: what turns up across
   * the strings of it is no repetition, and the text comes back as it was.
   */
  conceal(text: string, limit: HitLimit = new HitLimit()): string {
    const concealed = this.#withoutConcealed(text, limit);
    return concealed !== text && isJson(text) && !isJson(concealed) ? text : concealed;
  }

  /** A text of any origin that is about to be shown or kept: keys, what is concealed, and ordinary keys as credentials. */
  redactionOfAll(text: string): Redacted {
    return redacted(text, this.#piecesOfAll(text));
  }

  /**
   * The same for the beginning of a text that goes on: up to `cut`, or to before what stands across it.
   *
   * @returns also how much of the text that is
   */
  redactionOfBeginning(text: string, cut: number): Redacted & { readonly taken: number } {
    const pieces = this.#piecesOfAll(text).sort((left, right) => right.start - left.start);
    const across = pieces.reduce((at, { start, end }) => (start < at && end > at ? start : at), cut);
    const taken = across > 0 ? across : cut;
    const within = pieces.filter(({ end }) => end <= taken);
    return { ...redacted(text.slice(0, taken), within), taken };
  }

  /** A text that we made ourselves to carry a credential: ordinary secrets are replaced as well. */
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

  #piecesOfAll(text: string): Piece[] {
    return [
      ...this.#keys.find(text, derivedLayers),
      ...this.#concealed.find(text, derivedLayers),
      ...this.#credentialsIn(text),
    ];
  }

  /** A key that is an ordinary word stands in every report: only behind `Bearer` it is the key. */
  #credentialsIn(text: string): Piece[] {
    if (!text.includes('Bearer')) {
      return [];
    }
    // One search for all: there may be a thousand of them, and a pattern for each takes a thousand times as long.
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

/** A stand-in may not end a JSON string or a line that it is put into. */
function harmless(shownAs: string): string {
  return shownAs.replace(/["\\]/g, '').replace(/\p{Cc}/gu, ' ');
}
