import { decodedTexts } from './escape-decoding.ts';
import { targetLimits } from './limits.ts';
import { isOrdinary, quotesVocabulary } from './ordinary-text.ts';
import { disguisedForms, type SecretForm, secretForms } from './secret-forms.ts';
import { TextSearch } from './text-search.ts';

/** A value that must never be written down, and the text that stands for it: `$ANIMAL_STORE_API_KEY`. */
export interface Secret {
  readonly value: string;
  readonly shownAs: string;
}

/** A near miss of a key has at most so many characters more or less. */
const mostDifference = 2;
/** Numbers in JSON, and lists of them, that turn into text are no JSON any more: and one may be the id of an animal. */
const isOfNumbers = /^[-+.\deE[\]{},:\s]+$/;

/**
 * Replaces secrets in texts, in whatever encoding they stand there.
 *
 * A secret that is too ordinary (`isOrdinary`) is replaced only in texts that we made ourselves: elsewhere a
 * replacement could change what a verdict sees of a server that repeated nothing.
 */
export class Redactor {
  readonly #secrets = new Map<string, string>();
  readonly #derived = new Set<string>();
  readonly #ordinaryTexts: readonly string[];
  readonly #concealed: TextSearch<SecretForm> | null;
  /** Those that are JSON with a string in it: where one stands with its quotes, it stands for a value. */
  readonly #concealedJson: readonly Secret[];
  #everywhere: TextSearch<SecretForm> | null = null;
  #inOwnTexts: TextSearch<SecretForm> | null = null;

  /**
   * `ordinaryTexts`: what the run itself sends in many places, e.g. its tag; no part of it counts as a secret.
   * `concealed`: what no record shows either, and what a service may repeat all the same.
   */
  constructor(
    secrets: readonly Secret[],
    ordinaryTexts: readonly string[] = [],
    concealed: readonly Secret[] = [],
  ) {
    this.#ordinaryTexts = ordinaryTexts;
    const told = concealed.filter(
      ({ value }) => !isOfNumbers.test(value) && !quotesVocabulary(value) && !this.#isOrdinary(value),
    );
    const forms = told.flatMap(({ value, shownAs }) => secretForms(value, harmless(shownAs)));
    this.#concealedJson = told.filter(({ value }) => isJsonWithString(value));
    this.#concealed = forms.length === 0 ? null : new TextSearch(forms);
    for (const { value, shownAs } of secrets) {
      this.register(value, shownAs);
    }
  }

  /** Adds a secret. The first `shownAs` of a value stays. */
  register(value: string, shownAs: string): void {
    if (value !== '' && !this.#secrets.has(value)) {
      this.#secrets.set(value, harmless(shownAs));
      this.#everywhere = null;
      this.#inOwnTexts = null;
    }
  }

  /**
   * Adds a near miss of a secret, one about as long as that. Much less of a key, e.g. a half, is no key, and may
   * be an ordinary word.
   */
  registerDerived(value: string, shownAs: string): void {
    const near = (secret: string) => Math.abs(secret.length - value.length) <= mostDifference;
    if (this.#derived.size < targetLimits.derivedSecrets && !this.#secrets.has(value)) {
      const secrets = [...this.#secrets.keys()].filter((secret) => !this.#derived.has(secret));
      if (secrets.some((secret) => near(secret) && !this.#isOrdinary(secret))) {
        this.#derived.add(value);
        this.register(value, shownAs);
      }
    }
  }

  /** A text that a server may have had a part in. The same text comes back where no secret stands in it. */
  redact(text: string): string {
    this.#everywhere ??= new TextSearch(this.#forms((value) => !this.#isOrdinary(value)));
    return replaceIn(text, this.#everywhere);
  }

  /**
   * Replaces what a service may repeat: that it did so is held against nobody. JSON stays JSON: what turns up across
   * the strings of it is no repetition, and the text comes back as it was.
   */
  conceal(text: string): string {
    const concealed = this.#withoutConcealed(text);
    return concealed !== text && isJson(text) && !isJson(concealed) ? text : concealed;
  }

  #withoutConcealed(text: string): string {
    const withoutJson = this.#concealedJson.reduce(
      (before, { value, shownAs }) => before.replaceAll(value, () => `"${harmless(shownAs)}"`),
      text,
    );
    return this.#concealed === null ? text : replaceIn(withoutJson, this.#concealed);
  }

  /** As `redact`, for a text that broke off: what may be the beginning of a secret at its end goes too. */
  redactCut(text: string): string {
    const redacted = this.redact(text);
    for (const [value, shownAs] of this.#secrets) {
      for (let length = value.length - 1; length > 0; length -= 1) {
        const beginning = value.slice(0, length);
        if (this.#isOrdinary(beginning)) {
          break;
        }
        if (redacted.endsWith(beginning)) {
          return redacted.slice(0, -length) + shownAs;
        }
      }
    }
    return redacted;
  }

  /** A text that we made ourselves to carry a credential: ordinary secrets are replaced as well. */
  redactOwn(text: string): string {
    this.#inOwnTexts ??= new TextSearch(this.#forms(() => true));
    return replaceIn(text, this.#inOwnTexts);
  }

  #forms(wanted: (value: string) => boolean): SecretForm[] {
    const secrets = [...this.#secrets].filter(([value]) => wanted(value));
    const ordinary = (text: string) => this.#isOrdinary(text);
    // A near miss that was sent in another letter case goes by its own name.
    return [
      ...secrets.flatMap(([value, shownAs]) => secretForms(value, shownAs)),
      ...secrets.flatMap(([value, shownAs]) => disguisedForms(value, shownAs, ordinary)),
    ];
  }

  #isOrdinary(value: string): boolean {
    return isOrdinary(value, this.#ordinaryTexts);
  }
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly shownAs: string;
}

function replaceIn(text: string, search: TextSearch<SecretForm>): string {
  const replacements: Replacement[] = [];
  for (const decoded of decodedTexts(text)) {
    for (const { needle, start, end } of search.find(decoded.text)) {
      replacements.push({
        start: decoded.originalStart(start),
        end: decoded.originalEnd(end - 1),
        shownAs: needle.shownAs,
      });
    }
  }
  return replacements.length === 0 ? text : applyAll(text, replacements);
}

/** Overlapping places become one, with the name of the longest: no rest of a secret is left between them. */
function applyAll(text: string, replacements: Replacement[]): string {
  const ordered = replacements.sort((left, right) => left.start - right.start || right.end - left.end);
  const parts: string[] = [];
  let taken = 0;
  for (let index = 0; index < ordered.length; ) {
    let longest = ordered[index];
    if (longest === undefined) {
      break;
    }
    const start = longest.start;
    let end = longest.end;
    index += 1;
    for (let next = ordered[index]; next !== undefined && next.start < end; next = ordered[index]) {
      longest = next.end - next.start > longest.end - longest.start ? next : longest;
      end = Math.max(end, next.end);
      index += 1;
    }
    parts.push(text.slice(taken, start), longest.shownAs);
    taken = end;
  }
  parts.push(text.slice(taken));
  return parts.join('');
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
