import {
  isOrdinary,
  isOrdinaryPiece,
  isOtherNumber,
  isPartOfNumber,
  occursInProgram,
} from './ordinary-text.ts';
import type { SecretForm } from './secret-forms.ts';

/** The place of a piece of a secret, from `start` to `end`, exclusive. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly shownAs: string;
  /** Whether it is the whole secret. */
  readonly isWhole: boolean;
  /** Whether it is the whole secret as it is, not in another form. */
  readonly isValue: boolean;
  readonly isOfNumbers: boolean;
}

/** The fewest consecutive units of a form that expose the secret. */
interface Window {
  readonly form: SecretForm;
  readonly text: string;
  /** Whether it is neither a common text nor one of this program, so that it exposes the secret by itself. */
  readonly counts: () => boolean;
}

/** Overlapping windows of one form in a text. */
interface Stretch {
  readonly start: number;
  end: number;
  readonly windows: Window[];
}

/** Windows are looked up by this many of their first characters. */
const lookedUp = 8;
/** The length and the distance of samples of a text: any eight characters contain one. */
const sampleLength = 4;
const sampleStep = lookedUp - sampleLength + 1;
const sampleBits = 20;

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
      if (text.length >= lookedUp) {
        this.#addWindow({ form, text, counts: once(() => this.#exposes(text, form)) });
      }
    }
  }

  /** All pieces in order of their beginnings; those of different forms may overlap. */
  find(text: string): readonly Piece[] {
    const open = new Map<SecretForm, Stretch>();
    const pieces: Piece[] = [];
    const close = (form: SecretForm, stretch: Stretch) => {
      const piece = pieceOf(text, form, stretch);
      if (piece !== null) {
        pieces.push(piece);
      }
    };
    for (let sample = 0; sample + sampleLength <= text.length; sample += sampleStep) {
      if (this.#samples[hashOf(text, sample)] !== 1) {
        continue;
      }
      for (let start = Math.max(0, sample + 1 - sampleStep); start <= sample; start += 1) {
        for (const window of this.#windowsAt(text, start)) {
          const { form } = window;
          const end = start + window.text.length;
          const stretch = open.get(form);
          if (stretch !== undefined && start < stretch.end) {
            stretch.end = Math.max(stretch.end, end);
            stretch.windows.push(window);
          } else {
            if (stretch !== undefined) {
              close(form, stretch);
            }
            open.set(form, { start, end, windows: [window] });
          }
        }
      }
    }
    for (const [form, stretch] of open) {
      close(form, stretch);
    }
    return pieces.sort((one, other) => one.start - other.start);
  }

  #addWindow(window: Window): void {
    const beginning = window.text.slice(0, lookedUp);
    const windows = this.#windows.get(beginning) ?? [];
    // A secret that repeats itself has one window a period, or a search takes as long as it has periods.
    if (!windows.some(({ form, text }) => form === window.form && text === window.text)) {
      windows.push(window);
      this.#windows.set(beginning, windows);
    }
    for (let at = 0; at < sampleStep; at += 1) {
      this.#samples[hashOf(beginning, at)] = 1;
    }
  }

  #windowsAt(text: string, start: number): Window[] {
    const windows = this.#windows.get(text.slice(start, start + lookedUp)) ?? [];
    return windows.filter(({ form, text: window }) => {
      const isCut = form.isOfNumbers && isPartOfNumber(text, start, start + window.length);
      return text.startsWith(window, start) && !isCut;
    });
  }

  #exposes(text: string, { isReadable, leastUnits }: SecretForm): boolean {
    const isCommon = isReadable ? isOrdinaryPiece(text, this.#ordinaryTexts) : isOrdinary(text, []);
    const isWord = isReadable && !/\d/.test(text) && occursInProgram(text);
    return (leastUnits === 1 || !isCommon) && !isWord;
  }
}

function once(test: () => boolean): () => boolean {
  let known: boolean | null = null;
  return () => {
    known ??= test();
    return known;
  };
}

/** The piece that overlapping windows make, or `null` if all of them are common, or digits of another number. */
function pieceOf(text: string, form: SecretForm, { start, end, windows }: Stretch): Piece | null {
  const { units, separator, shownAs, isOfNumbers, isReadable, isValue } = form;
  const found = text.slice(start, end);
  const isOther = /^\d+$/.test(found) && isOtherNumber(text, start, end, isReadable);
  if (isOther || !windows.some(({ counts }) => counts())) {
    return null;
  }
  const isWhole = found.includes(units.join(separator));
  return { start, end, shownAs, isWhole, isValue: isWhole && isValue, isOfNumbers };
}

function hashOf(text: string, index: number): number {
  const sample =
    text.charCodeAt(index) ^
    (text.charCodeAt(index + 1) << 8) ^
    (text.charCodeAt(index + 2) << 16) ^
    (text.charCodeAt(index + 3) << 24);
  return Math.imul(sample, 0x9e3779b1) >>> (32 - sampleBits);
}
