import { randomInt } from 'node:crypto';
import {
  type NameForm,
  type NameShape,
  plainNameOf,
  type TagWriting,
  usualNames,
} from '../arbitraries/names.ts';

/**
 * The mark in everything that a run stores, which distinguishes its animals from others, and each body from every
 * other. Letters and digits only, so that plain names remain plain.
 */
export interface TagSource {
  /** The common prefix of all tags of this run. */
  readonly run: string;
  /** A tag that no other request has. */
  next(): string;
  /** A plain name with such a tag, in a common form. */
  plainName(shape?: NameShape): string;
}

const rex: NameShape = { feature: 'plain ASCII', before: 'Rex ', after: '' };

const alphabet = 'abcdefghijkmpqrstuvwxy';
/** Some services reject five consonants in a row; up to three letters follow the tag of a run. */
const fiveConsonants = /[^aeiu]{5}$/;
const twoConsonants = /[^aeiu]{2}$/;
const runTagLength = 7;

/**
 * Creates the tag of a run, such as `cxqhtmb`. Random, not from the seed: a second run must not mistake the animals of
 * the first one for its own.
 */
export function newRunTag(): string {
  return runTag((count) => randomInt(count));
}

/** The common tag of all shards of a load: from the digest of its plan, which includes its start. */
export function tagOfLoad(digest: string): string {
  let rest = BigInt(`0x${digest}`);
  return runTag((count) => {
    const index = Number(rest % BigInt(count));
    rest /= BigInt(count);
    return index;
  });
}

/** @param pick returns an index of that many letters */
function runTag(pick: (count: number) => number): string {
  let tag = 'c';
  while (tag.length < runTagLength) {
    const unlikeWords = tag.length === runTagLength - 1 ? twoConsonants : fiveConsonants;
    const next = [...alphabet].filter(
      (letter) => letter !== tag.at(-1) && !unlikeWords.test(`${tag}${letter}`),
    );
    tag += next[pick(next.length)];
  }
  return tag;
}

/** The tag of a shard, with which no tag of another shard begins: there are at most 10,000. */
export function shardTag(load: string, index: number): string {
  let left = index;
  for (let number = 0; ; number += 1) {
    const tag = load + threeLetters(number);
    if (!threeAlike.test(tag)) {
      if (left === 0) {
        return tag;
      }
      left -= 1;
    }
  }
}

/** Numbers the tags of a run, from `first` on: `cxqhtmb12z`. Those of letters begin anew after some 9,000. */
export function tagSource(run: string, first: number, form: NameForm = usualNames): TagSource {
  const odd = form.tags === 'digits' ? threeAlike : twoAlike;
  let number = first;
  const next = (): string => {
    let tag = '';
    do {
      tag = tagOf(run, number, form.tags);
      number += 1;
    } while (number < mostNumbers && odd.test(tag));
    return tag;
  };
  return { run, next, plainName: (shape = rex) => plainNameOf(form, shape, next()) };
}

/** The maximum number of tags of a run. */
const mostNumbers = 10_000_000;
/** Three equal letters in a row, which some services reject. */
const threeAlike = /(.)\1\1/i;
/** Two equal letters in a row, which some services reject in words. */
const twoAlike = /(.)\1/i;
const letters = 3;

function tagOf(run: string, number: number, writing: TagWriting): string {
  if (writing === 'digits') {
    return `${run}${number}z`;
  }
  const text = threeLetters(number);
  return writing === 'letters' ? run + text : run.slice(0, 1).toUpperCase() + run.slice(1) + text;
}

function threeLetters(number: number): string {
  let rest = number;
  let text = '';
  for (let place = 0; place < letters; place += 1) {
    text = `${alphabet[rest % alphabet.length]}${text}`;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

export function tagsIn(text: string, run: string): string[] {
  const first = run.slice(0, 1);
  const rest = run.slice(1);
  const tags = `[${first}${first.toUpperCase()}]${rest}(?:\\d+z|[${alphabet}]{${letters}})`;
  return text.includes(rest) ? [...text.matchAll(new RegExp(tags, 'g'))].map(([tag]) => tag) : [];
}
