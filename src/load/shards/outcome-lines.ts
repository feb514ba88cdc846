import type { OutcomeRecord } from './shard-outcome.ts';
import type { Shard } from './share.ts';

/**
 * The longest line in characters, all of them ASCII: container runtimes split lines of more than 16 KiB, and readers of
 * logs may assume any encoding.
 */
export const longestLine = 15_000;
/** The length of one piece of a record that exceeds a line; quotes and backslashes double in it. */
const pieceLength = 7_000;
/** Every line begins with it, possibly after a prefix of the log. */
export const lineBeginning = '{"animalStoreLoad":';

/** Each line of an outcome has the shard, the beginning of the digest of its plan, and its own number. */
export interface LineIdentity {
  readonly digest: string;
  readonly shard: Shard;
}

const digestLength = 16;

/** Writes the records of an outcome as lines. */
export function* outcomeLines(
  { digest, shard }: LineIdentity,
  records: Iterable<OutcomeRecord>,
): Generator<string> {
  const load = digest.slice(0, digestLength);
  let line = 0;
  const lineOf = (member: string): string => {
    line += 1;
    return `${lineBeginning}"${load}","shard":${shard.index + 1},"line":${line},${member}}`;
  };
  for (const record of records) {
    const json = asciiJson(record);
    if (json.length < longestLine - 100) {
      yield lineOf(`"record":${json}`);
    } else {
      for (let start = 0; start < json.length; start += pieceLength) {
        const isLast = start + pieceLength >= json.length;
        const piece = JSON.stringify(json.slice(start, start + pieceLength));
        yield lineOf(`"piece":${piece},"more":${!isLast}`);
      }
    }
  }
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
