import { isOrdinary, isOrdinaryPiece, occursInProgram } from './ordinary-text.ts';
import { isOtherNumber } from './other-number.ts';
import { SampleFilter, sampleLength, sampleStep } from './sample-filter.ts';
import type { Writing } from './secret-writings.ts';

/** The place of a piece of a secret, from `start` to `end`, exclusive. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly shownAs: string;
  /** Whether it is the whole secret. */
  readonly isWhole: boolean;
  /** Whether the text has numbers instead of its characters. */
  readonly isOfNumbers?: boolean;
  /** Whether it continues the previous piece, like the further numbers of a list. */
  readonly isContinued?: boolean;
}

/** A substring of a writing, and its position. */
interface Window {
  readonly writing: Writing;
  readonly at: number;
  /** Whether this program's own texts contain it, so that any report may; `null` before the first lookup. */
  isWord: boolean | null;
}

interface Hit extends Window {
  readonly start: number;
  readonly end: number;
}

/** Limits the number of matches: a secret that a body repeats without end would take time and memory. */
export class HitLimit {
  #left: number;

  constructor(most: number = Number.POSITIVE_INFINITY) {
    this.#left = most;
  }

  /** Whether the limit was exceeded, so that some pieces were not found. */
  get isPassed(): boolean {
    return this.#left < 0;
  }

  count(): void {
    this.#left -= 1;
  }
}

interface Group {
  readonly length: number;
  readonly bit: number;
  readonly windows: Map<string, Window>;
  /** Whether each is the beginning of a writing that counts only as a whole. */
  readonly ofWhole: boolean;
}

const nothing: readonly Piece[] = [];
const noGroups: readonly Group[] = [];

/**
 * Searches for pieces of many writings at once, in time linear in the text. At every fifth position it looks up four
 * characters in a table. At almost all positions no window contains them, and the lookup is the only work.
 */
export class PieceSearch {
  readonly #ordinaryTexts: readonly string[];
  /** Windows that count on their own, by length, and the beginnings of writings that count only as a whole. */
  readonly #groups: readonly Group[] = [8, 10, 12, 16, 8].map((length, index) => ({
    length,
    bit: 1 << index,
    windows: new Map(),
    ofWhole: index === 4,
  }));
  readonly #named = new Map<string, Writing>();
  readonly #filter = new SampleFilter();

  /** @param ordinaryTexts texts whose parts never count as pieces */
  constructor(ordinaryTexts: readonly string[]) {
    this.#ordinaryTexts = ordinaryTexts;
  }

  /** Adds a writing of a secret. If two writings share a window, the first one names it. */
  add(writing: Writing): void {
    const { text, leastPiece, countsWhole } = writing;
    const group = this.#groups.find(({ length, ofWhole }) =>
      countsWhole ? ofWhole : length === leastPiece && !ofWhole,
    );
    if (group === undefined || text.length < group.length) {
      return;
    }
    const known = this.#named.get(text);
    if (known === undefined || (writing.isValue && !known.isValue)) {
      this.#named.set(text, writing);
    }
    const last = countsWhole ? 0 : text.length - group.length;
    for (let at = 0; at <= last; at += 1) {
      const window = text.slice(at, at + group.length);
      if (!group.windows.has(window) && this.#counts(window, writing)) {
        group.windows.set(window, { writing, at, isWord: writing.isReadable ? null : false });
        this.#filter.add(window, group.bit);
      }
    }
  }

  /** All pieces in order, without overlaps; fewer if the limit is exceeded. */
  find(text: string, limit: HitLimit = new HitLimit()): readonly Piece[] {
    const from = this.#filter.firstIn(text);
    return from === -1 ? nothing : this.#findFrom(text, from, limit);
  }

  #findFrom(text: string, from: number, limit: HitLimit): readonly Piece[] {
    const hits: Hit[] = [];
    const looked = new Map<Group, number>();
    for (let index = from; index + sampleLength <= text.length && !limit.isPassed; index += sampleStep) {
      const bits = this.#filter.bitsAt(text, index);
      for (const group of bits === 0 ? noGroups : this.#groups) {
        if ((bits & group.bit) !== 0) {
          this.#look(text, index, group, looked, hits, limit);
        }
      }
    }
    return hits.length === 0 ? nothing : this.#joined(text, hits);
  }

  #counts(window: string, { isReadable, countsWhole }: Writing): boolean {
    if (countsWhole) {
      return true;
    }
    return isReadable ? !isOrdinaryPiece(window, this.#ordinaryTexts) : !isOrdinary(window, []);
  }

  /** Checks the windows that contain the sample at `index`, unless an earlier call checked them. */
  #look(
    text: string,
    index: number,
    group: Group,
    looked: Map<Group, number>,
    hits: Hit[],
    limit: HitLimit,
  ): void {
    const { length, windows } = group;
    const last = Math.min(index, text.length - length);
    for (
      let start = Math.max(index + sampleLength - length, looked.get(group) ?? 0);
      start <= last;
      start += 1
    ) {
      const window = windows.get(text.slice(start, start + length));
      if (window !== undefined && this.#isPiece(window, length)) {
        const end = group.ofWhole ? start + window.writing.text.length : start + length;
        if (!group.ofWhole || text.startsWith(window.writing.text, start)) {
          hits.push({ ...window, start, end });
          limit.count();
        }
      }
    }
    looked.set(group, Math.max(last + 1, looked.get(group) ?? 0));
  }

  #isPiece(window: Window, length: number): boolean {
    if (window.isWord === null) {
      const text = window.writing.text.slice(window.at, window.at + length);
      window.isWord = !/\d/.test(text) && occursInProgram(text);
    }
    return !window.isWord;
  }

  #joined(text: string, hits: Hit[]): Piece[] {
    hits.sort((left, right) => left.start - right.start);
    const pieces: Piece[] = [];
    let run: Hit[] = [];
    let end = 0;
    let before = 0;
    const close = (): void => {
      const piece = this.#pieceOf(text, run, before);
      if (piece !== null) {
        pieces.push(piece);
        before = piece.end;
      }
      run = [];
    };
    for (const hit of hits) {
      if (run.length > 0 && hit.start >= end) {
        close();
      }
      if (hit.end > before) {
        run.push(hit);
        end = Math.max(run.length === 1 ? 0 : end, hit.end);
      }
    }
    if (run.length > 0) {
      close();
    }
    return pieces;
  }

  /** Merges overlapping windows, and extends them while the text matches the secret. */
  #pieceOf(text: string, run: readonly Hit[], before: number): Piece | null {
    const [first] = run;
    const writing = mainWritingOf(run);
    if (first === undefined || writing === undefined) {
      return null;
    }
    const last = run.reduce((one, other) => (other.end > one.end ? other : one), first);
    const start = beginningOf(text, first, before);
    const end = endOf(text, last);
    const found = text.slice(start, end);
    if (/^\d+$/.test(found) && isOtherNumber(text, start, end, writing.isReadable)) {
      return null;
    }
    const named = this.#named.get(found);
    return {
      start: Math.max(before, start - (sharesFirst(text, first, start) ? 1 : 0)),
      end: end + (sharesLast(text, last, end) ? 1 : 0),
      shownAs: (named ?? writing).shownAs,
      isWhole: named !== undefined || end - start >= writing.text.length,
    };
  }
}

function beginningOf(text: string, { writing, start, at }: Hit, before: number): number {
  let shift = 0;
  while (shift < at && start - shift > before && text[start - shift - 1] === writing.text[at - shift - 1]) {
    shift += 1;
  }
  return start - shift;
}

function endOf(text: string, { writing, start, end, at }: Hit): number {
  let next = end;
  while (next < text.length && text[next] === writing.text[at + next - start]) {
    next += 1;
  }
  return next;
}

/** The writing with the most windows; the longest one in case of a tie. */
function mainWritingOf(run: readonly Hit[]): Writing | undefined {
  const counts = new Map<Writing, number>();
  for (const { writing } of run) {
    counts.set(writing, (counts.get(writing) ?? 0) + 1);
  }
  const [main] = [...counts].sort(
    ([one, count], [other, otherCount]) => otherCount - count || other.text.length - one.text.length,
  );
  return main?.[0];
}

function sharesFirst(text: string, { writing, at, start: found }: Hit, start: number): boolean {
  return writing.sharesFirst && start === found - at && isBase64(text[start - 1]);
}

function sharesLast(text: string, { writing, at, start }: Hit, end: number): boolean {
  return writing.sharesLast && end === start - at + writing.text.length && isBase64(text[end]);
}

function isBase64(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9+/_-]/.test(character);
}
