import { isOrdinary, isOrdinaryPiece, occursInProgram } from './ordinary-text.ts';
import { isOtherNumber } from './other-number.ts';
import type { SecretForm } from './secret-forms.ts';

/** The place of a piece of a secret, from `start` to `end`, exclusive. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly shownAs: string;
  /** Whether it is the whole secret. */
  readonly isWhole: boolean;
  readonly isOfNumbers: boolean;
}

/** The fewest consecutive units of a form that expose the secret. */
interface Window {
  readonly form: SecretForm;
  readonly text: string;
  /** Whether this program's own texts contain it, so that any report may; `null` before the first lookup. */
  isWord: boolean | null;
}

/** Overlapping windows in a text. */
interface Stretch {
  readonly start: number;
  end: number;
  /** The number of windows of each form. */
  readonly forms: Map<SecretForm, number>;
}

/** Windows are looked up by this many of their first characters. */
const lookedUp = 8;
/** The length and the distance of samples of a text: any eight characters contain one. */
const sampleLength = 4;
const sampleStep = lookedUp - sampleLength + 1;
const sampleBits = 18;

/**
 * Searches for pieces of many secrets in all of their forms at once, in time linear in the text. At almost all samples
 * no window contains their characters, and that is the only work.
 */
export class FormSearch {
  readonly #ordinaryTexts: readonly string[];
  readonly #windows = new Map<string, Window[]>();
  /** The hashes of all samples in windows: a Bloom filter without false negatives. */
  readonly #samples = new Uint8Array(1 << sampleBits);

  /** @param ordinaryTexts texts whose parts never count as pieces */
  constructor(ordinaryTexts: readonly string[]) {
    this.#ordinaryTexts = ordinaryTexts;
  }

  add(form: SecretForm): void {
    const { units, leastUnits, separator } = form;
    for (let unit = 0; unit + leastUnits <= units.length; unit += 1) {
      const text = units.slice(unit, unit + leastUnits).join(separator);
      if (text.length >= lookedUp && this.#counts(text, form)) {
        const beginning = text.slice(0, lookedUp);
        const windows = this.#windows.get(beginning) ?? [];
        // A secret that repeats itself has one window a period, or a search takes as long as it has periods.
        if (!windows.some((other) => other.form === form && other.text === text)) {
          this.#windows.set(beginning, [...windows, { form, text, isWord: form.isReadable ? null : false }]);
        }
        for (let at = 0; at < sampleStep; at += 1) {
          this.#samples[hashOf(beginning, at)] = 1;
        }
      }
    }
  }

  /** All pieces in order, without overlaps. */
  find(text: string): readonly Piece[] {
    const stretches: Stretch[] = [];
    for (let sample = 0; sample + sampleLength <= text.length; sample += sampleStep) {
      if (this.#samples[hashOf(text, sample)] === 1) {
        const first = Math.max(0, sample + 1 - sampleStep);
        for (let start = first; start <= sample; start += 1) {
          this.#look(text, start, stretches);
        }
      }
    }
    return stretches.map((stretch) => pieceOf(text, stretch)).filter((piece) => piece !== null);
  }

  #counts(text: string, { isReadable, leastUnits }: SecretForm): boolean {
    if (leastUnits === 1) {
      return true;
    }
    return isReadable ? !isOrdinaryPiece(text, this.#ordinaryTexts) : !isOrdinary(text, []);
  }

  /** Adds the windows that begin at a position. */
  #look(text: string, start: number, stretches: Stretch[]): void {
    for (const window of this.#windows.get(text.slice(start, start + lookedUp)) ?? []) {
      const { form } = window;
      const end = start + window.text.length;
      if (
        !text.startsWith(window.text, start) ||
        isWord(window) ||
        (form.isOfNumbers && isCut(text, start, end))
      ) {
        continue;
      }
      let last = stretches.at(-1);
      if (last === undefined || last.end <= start) {
        last = { start, end, forms: new Map() };
        stretches.push(last);
      }
      last.end = Math.max(last.end, end);
      last.forms.set(form, (last.forms.get(form) ?? 0) + 1);
    }
  }
}

function isWord(window: Window): boolean {
  window.isWord ??= !/\d/.test(window.text) && occursInProgram(window.text);
  return window.isWord;
}

/** Whether the first or last number of a list is only a part of a longer number. */
function isCut(text: string, start: number, end: number): boolean {
  return /\d/.test(text[start - 1] ?? '') || /\d/.test(text[end] ?? '');
}

/** The piece under the name of the form with the most windows; among these, of a whole secret as it is. */
function pieceOf(text: string, { start, end, forms }: Stretch): Piece | null {
  const found = text.slice(start, end);
  const isWhole = ({ units, separator }: SecretForm) => found.includes(units.join(separator));
  const [first, ...others] = [...forms.keys()];
  if (first === undefined) {
    return null;
  }
  const weight = (form: SecretForm) => 2 * (forms.get(form) ?? 0) + (form.isValue && isWhole(form) ? 1 : 0);
  const best = others.reduce((most, form) => (weight(form) > weight(most) ? form : most), first);
  const isReadable = [...forms.keys()].some((form) => form.isReadable);
  if (/^\d+$/.test(found) && isOtherNumber(text, start, end, isReadable)) {
    return null;
  }
  const { shownAs, isOfNumbers } = best;
  return { start, end, shownAs, isWhole: [...forms.keys()].some(isWhole), isOfNumbers };
}

function hashOf(text: string, index: number): number {
  const sample =
    text.charCodeAt(index) ^
    (text.charCodeAt(index + 1) << 8) ^
    (text.charCodeAt(index + 2) << 16) ^
    (text.charCodeAt(index + 3) << 24);
  return Math.imul(sample, 0x9e3779b1) >>> (32 - sampleBits);
}
