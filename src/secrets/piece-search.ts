import { isOrdinary, isOrdinaryPiece } from './ordinary-text.ts';
import { isOtherNumber } from './other-number.ts';
import { standsInProgram } from './program-text.ts';
import { SampleFilter, sampleLength, sampleStep } from './sample-filter.ts';
import type { Writing } from './secret-writings.ts';

/** Where pieces of a secret stand: from `start` up to, not including, `end`. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly shownAs: string;
  /** Whether all of the secret stands there. */
  readonly isWhole: boolean;
  /** Whether its characters are written as numbers. */
  readonly isOfNumbers?: boolean;
  /** Whether it continues the piece before it, as the further numbers of a list do. */
  readonly isContinued?: boolean;
}

/** A window of a writing, and where it begins in it. */
interface Window {
  readonly writing: Writing;
  readonly at: number;
  /** Whether it was found to be a word of this program's own, so that it may stand in any report. */
  isWord: boolean | null;
}

interface Hit extends Window {
  readonly start: number;
  readonly end: number;
}

/** How many windows of secrets are looked for at most: one that is repeated without end takes time and memory. */
export class HitLimit {
  #left: number;

  constructor(most: number = Number.POSITIVE_INFINITY) {
    this.#left = most;
  }

  /** Whether there were more, so that not all pieces were found. */
  get isPassed(): boolean {
    return this.#left < 0;
  }

  count(): void {
    this.#left -= 1;
  }
}

/** The windows of one length. */
interface Group {
  readonly length: number;
  readonly bit: number;
  readonly windows: Map<string, Window>;
  /** Whether each stands for a writing that counts only as a whole. */
  readonly ofWhole: boolean;
}

const nothing: readonly Piece[] = [];
const noGroups: readonly Group[] = [];

/**
 * Looks for pieces of many writings at once, in time linear in the text. Of each five places the four characters there
 * are looked up in a table: where no window holds them, as nearly everywhere, that is all.
 */
export class PieceSearch {
  readonly #ordinaryTexts: readonly string[];
  /** Windows that count by themselves, by their lengths; and the beginnings of writings that count only as a whole. */
  readonly #groups: readonly Group[] = [8, 10, 12, 16, 8].map((length, index) => ({
    length,
    bit: 1 << index,
    windows: new Map(),
    ofWhole: index === 4,
  }));
  readonly #named = new Map<string, Writing>();
  readonly #filter = new SampleFilter();

  /** @param ordinaryTexts no part of these counts as a piece */
  constructor(ordinaryTexts: readonly string[]) {
    this.#ordinaryTexts = ordinaryTexts;
  }

  /** Adds a writing of a secret. Of two with the same window the first one names it. */
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

  /** Every place where a piece stands, in order; none overlaps another one. Fewer, once the limit is passed. */
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

  /** Looks at the windows that hold the sample at `index`, and that were not looked at before. */
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
      window.isWord = !/\d/.test(text) && standsInProgram(text);
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

  /** What windows that overlap make together, and what goes on beside them as in the secret. */
  #pieceOf(text: string, run: readonly Hit[], before: number): Piece | null {
    const [first] = run;
    const writing = chiefOf(run);
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

/** The writing that most windows are of, and of those the longest. */
function chiefOf(run: readonly Hit[]): Writing | undefined {
  const counts = new Map<Writing, number>();
  for (const { writing } of run) {
    counts.set(writing, (counts.get(writing) ?? 0) + 1);
  }
  const [chief] = [...counts].sort(
    ([one, count], [other, otherCount]) => otherCount - count || other.text.length - one.text.length,
  );
  return chief?.[0];
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
