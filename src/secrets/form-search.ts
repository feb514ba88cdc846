import { isOrdinary, isOrdinaryPiece, occursInProgram } from './ordinary-text.ts';
import { isOtherNumber } from './other-number.ts';
import { SampleFilter, sampleLength, sampleStep } from './sample-filter.ts';
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

/** The fewest units of a form from one of them on, which expose the secret. */
interface Window {
  readonly form: SecretForm;
  readonly unit: number;
  readonly text: string;
  /** Whether this program's own texts contain it, so that any report may; `null` before the first lookup. */
  isWord: boolean | null;
}

interface Found extends Piece {
  /** Whether it is a whole secret, as it is. */
  readonly isValue: boolean;
}

/** Windows are looked up by this many of their first characters. */
const lookedUp = 8;

/**
 * Searches for pieces of many secrets in all of their forms at once, in time linear in the text. At every fifth position
 * a filter looks at four characters. At almost all positions no window contains them, and that is the only work.
 */
export class FormSearch {
  readonly #ordinaryTexts: readonly string[];
  readonly #windows = new Map<string, Window[]>();
  readonly #filter = new SampleFilter();

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
        const window = { form, unit, text, isWord: form.isReadable ? null : false };
        const others = this.#windows.get(beginning);
        if (others === undefined) {
          this.#windows.set(beginning, [window]);
          this.#filter.add(beginning);
          // A secret that repeats itself has one window a period, or a search takes as long as it has periods.
        } else if (!others.some((other) => other.form === form && other.text === text)) {
          others.push(window);
        }
      }
    }
  }

  /** All pieces in order, without overlaps. */
  find(text: string): readonly Piece[] {
    const pieces: Piece[] = [];
    let before = 0;
    for (let index = this.#filter.next(text, 0); index !== -1; index = this.#filter.next(text, index)) {
      const first = Math.max(before, index + sampleLength - lookedUp);
      const piece = this.#pieceAround(text, first, index, before);
      if (piece !== null) {
        pieces.push(piece);
        before = piece.end;
      }
      index = Math.max(index + sampleStep, sampleStep * Math.ceil(before / sampleStep));
    }
    return pieces;
  }

  #counts(text: string, { isReadable, leastUnits }: SecretForm): boolean {
    if (leastUnits === 1) {
      return true;
    }
    return isReadable ? !isOrdinaryPiece(text, this.#ordinaryTexts) : !isOrdinary(text, []);
  }

  /** The first piece that begins from `first` to `last`. */
  #pieceAround(text: string, first: number, last: number, before: number): Piece | null {
    for (let start = first; start <= last; start += 1) {
      const windows = this.#windows.get(text.slice(start, start + lookedUp)) ?? none;
      const piece = windows.reduce<Found | null>((longest, window) => {
        const found = this.#pieceOf(text, start, window, before);
        return found !== null && (longest === null || outweighs(found, longest)) ? found : longest;
      }, null);
      if (piece !== null) {
        return piece;
      }
    }
    return null;
  }

  #pieceOf(text: string, at: number, window: Window, before: number): Found | null {
    const { form } = window;
    if (!text.startsWith(window.text, at) || this.#isWord(window)) {
      return null;
    }
    const [from, start] = beginningOf(text, at, window, before);
    const [to, end] = endOf(text, at, window);
    const { shownAs, isOfNumbers, isReadable, leastUnits } = form;
    if (isOfNumbers && to - from < leastUnits) {
      return null;
    }
    if (/^\d+$/.test(text.slice(start, end)) && isOtherNumber(text, start, end, isReadable)) {
      return null;
    }
    const isWhole = from === 0 && to === form.units.length;
    return { start, end, shownAs, isWhole, isOfNumbers, isValue: isWhole && form.isValue };
  }

  #isWord(window: Window): boolean {
    window.isWord ??= !/\d/.test(window.text) && occursInProgram(window.text);
    return window.isWord;
  }
}

const none: readonly Window[] = [];

/** Whether a piece is longer, or equally long and a secret as it is. */
function outweighs(one: Found, other: Found): boolean {
  const more = one.end - one.start - (other.end - other.start);
  return more > 0 || (more === 0 && one.isValue && !other.isValue);
}

/** The first unit of the form that is written before the window, and where; not before another piece. */
function beginningOf(text: string, at: number, { form, unit }: Window, before: number): [number, number] {
  let [first, start] = [unit, at];
  for (let written = writtenUnit(form, first - 1); written !== null; written = writtenUnit(form, first - 1)) {
    const place = start - written.length - form.separator.length;
    if (place < before || !text.startsWith(written + form.separator, place)) {
      break;
    }
    first -= 1;
    start = place;
  }
  // The first number of a list may be the end of another one.
  return form.isOfNumbers && /\d/.test(text[start - 1] ?? '')
    ? [first + 1, start + (form.units[first] ?? '').length + form.separator.length]
    : [first, start];
}

/** The unit after the last one that is written from the window on, and where that ends. */
function endOf(text: string, at: number, { form, unit, text: window }: Window): [number, number] {
  let [next, end] = [unit + form.leastUnits, at + window.length];
  for (let written = writtenUnit(form, next); written !== null; written = writtenUnit(form, next)) {
    if (!text.startsWith(form.separator + written, end)) {
      break;
    }
    next += 1;
    end += form.separator.length + written.length;
  }
  // The last number of a list may be the beginning of another one.
  return form.isOfNumbers && /\d/.test(text[end] ?? '')
    ? [next - 1, end - (form.units[next - 1] ?? '').length - form.separator.length]
    : [next, end];
}

function writtenUnit({ units }: SecretForm, index: number): string | null {
  return units[index] ?? null;
}
