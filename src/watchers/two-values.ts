import { type JsonValue, writeJson } from '../json/exact-json.ts';
import type { Contradiction } from '../json/repeated-members.ts';
import { quoted } from './quoted.ts';

const longest = 100;

/** The two values of a duplicate key, for a finding. */
export function twoValues({ first, second }: Contradiction): string {
  return `${shown(first)} and ${shown(second)}`;
}

function shown(value: JsonValue): string {
  return typeof value === 'string' ? quoted(value) : writeJson(value).slice(0, longest);
}
