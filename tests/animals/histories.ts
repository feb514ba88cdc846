import { readFileSync } from 'node:fs';
import type { Shape } from '../watchers/exchanges.ts';
import { creation, large, list, many, noPet, type Pet, pet, reading, refused, unicode } from './shapes.ts';
import { runTag } from './traffic.ts';

/** Exchanges one after the other, and what they show. */
export interface History {
  readonly what: string;
  readonly exchanges: readonly Shape[];
  /** `REQUIREMENT KIND` of each violation, `evidence for REQUIREMENT` or `no evidence for REQUIREMENT`. */
  readonly shown: readonly string[];
}

/** The histories of `histories.txt`, whose first lines describe how they are written. */
export function histories(): History[] {
  const text = readFileSync(new URL('histories.txt', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const starts = [...lines.keys()].filter((index) => !lines[index]?.startsWith(' '));
  return starts.map((start, index) => {
    const [exchanges = '', shown = ''] = lines
      .slice(start + 1, starts[index + 1])
      .map((line) => line.trim())
      .join(' ')
      .split(' => ');
    return {
      what: lines[start] ?? '',
      exchanges: exchanges.split(' | ').map(exchangeOf),
      shown: shown === 'nothing' ? [] : shown.split(', '),
    };
  });
}

const token = /\w+=(?:"(?:\\.|[^"\\])*"|[^\s\]]*)|\[[^\]]*\]|\{".*\}$|\S+/g;

function exchangeOf(text: string): Shape {
  const filled = text
    .replaceAll('{unicode}', unicode.slice(1, -1))
    .replaceAll('{large}', large)
    .replaceAll(/\{(\d)\}/g, `${runTag}$1z`);
  const [kind = '', ...words] = filled.match(token) ?? [];
  const json = words.at(-1)?.startsWith('{') ? words.pop() : undefined;
  const [, at, took] = /^@(\d+)(?:\+(\d+))?$/.exec(words.at(-1) ?? '') ?? [];
  return {
    ...shapeOf(kind, at === undefined ? words : words.slice(0, -1)),
    ...(at === undefined ? {} : { sentAtMs: Number(at) }),
    ...(took === undefined ? {} : { durationMs: Number(took) }),
    ...(json === undefined ? {} : (JSON.parse(json) as Shape)),
  };
}

function shapeOf(kind: string, words: readonly string[]): Shape {
  const arrow = words.indexOf('->');
  switch (kind) {
    case 'create':
      return arrow === -1
        ? creation(membersOf(words))
        : creation(membersOf(words.slice(0, arrow)), membersOf(words.slice(arrow + 1)));
    case 'read':
      return reading(membersOf(words));
    case 'list': {
      const [query = ''] = words.filter((word) => word.startsWith('?'));
      return list(query, ...words.filter((word) => word !== query).flatMap(petsOf));
    }
    case 'missing':
      return noPet;
    case 'refused':
      return refused(words[0] === '401' ? 401 : 400);
    case 'other':
      return {};
    default:
      throw new Error(`no kind of exchange is called ${kind}`);
  }
}

/** `[MEMBERS]`: one animal; `x3`: three, of the ids 10, 11 and 12; `null`: as it is. */
function petsOf(word: string): string[] {
  const [, count] = /^x(\d+)$/.exec(word) ?? [];
  if (count !== undefined) {
    return many(Number(count));
  }
  return [word.startsWith('[') ? pet(membersOf(word.slice(1, -1).match(token) ?? [])) : word];
}

function membersOf(words: readonly string[]): Pet {
  return Object.fromEntries(words.map((word) => word.split(/=(.*)/s).slice(0, 2)));
}
