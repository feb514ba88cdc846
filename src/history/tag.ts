import { randomInt } from 'node:crypto';

/**
 * The mark that a run puts into everything that it asks a service to store: its own animals are told from
 * others', and each body from every other, by it. Letters and digits only, so that plain names stay plain.
 */
export interface TagSource {
  /** What all tags of this run begin with. */
  readonly run: string;
  /** A tag that no other request has. */
  next(): string;
}

const alphabet = 'abcdefghijkmpqrstuvwxy';

/** Makes a run's own tag, e.g. `cxqhtm`. Never from the seed: a second run must not meet the first one's animals. */
export function newRunTag(): string {
  let tag = 'c';
  for (let index = 0; index < 6; index += 1) {
    tag += alphabet[randomInt(alphabet.length)];
  }
  return tag;
}

/** Numbers the tags of a run, from `first` on: `cxqhtm12z`. */
export function tagSource(run: string, first: number): TagSource {
  let number = first;
  return {
    run,
    next: () => {
      const tag = `${run}${number}z`;
      number += 1;
      return tag;
    },
  };
}

/** The tags of this run that stand in a text. */
export function tagsIn(text: string, run: string): string[] {
  return text.includes(run) ? [...text.matchAll(new RegExp(`${run}\\d+z`, 'g'))].map(([tag]) => tag) : [];
}
