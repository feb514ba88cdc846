/** Every line begins with it, possibly after a prefix of the log, and with backslashes before quotes. */
const beginning = /\{\\*"animalStoreLoad/;
const word = 'animalStoreLoad';
const form =
  /^\{"animalStoreLoad":"([0-9a-f]{16})","from":"([a-z0-9 ]{1,40})","record":"([a-z]{1,7}\d{0,15})","part":(\d{1,4}),"of":(\d{1,4}),"base64":"([A-Za-z0-9+/]+={0,2})"\}/;

/** Characters of the digest of a plan in each line. */
export const digestLength = 16;
/** Container runtimes split lines of more than 16 KiB. */
const pieceLength = 14_000;
/** The longest line that a shard or an instance of k6 writes, in characters. */
export const longestLine = pieceLength + 200;

/** A piece of what a shard, or an instance of k6, writes: base64, so that no format of a log changes it. */
export interface RecordLine {
  /** The beginning of the digest of the plan: 16 hexadecimal digits. */
  readonly digest: string;
  /** The shard, or the tag of the instance. */
  readonly from: string;
  readonly record: string;
  /** 1, 2, … */
  readonly part: number;
  readonly of: number;
  readonly base64: string;
}

/** Writes a record as lines. @param digest of the plan of the load */
export function recordLines(digest: string, from: string, record: string, bytes: Buffer): string[] {
  const base64 = bytes.toString('base64');
  const of = Math.ceil(base64.length / pieceLength);
  return Array.from({ length: of }, (_, index) =>
    JSON.stringify({
      animalStoreLoad: digest.slice(0, digestLength),
      from,
      record,
      part: index + 1,
      of,
      base64: base64.slice(index * pieceLength, (index + 1) * pieceLength),
    }),
  );
}

/**
 * Reads a line of a log. A logger may have put it into JSON, `logfmt` or both, which adds backslashes; it has none of
 * its own. Returns `null` for a line of something else.
 */
export function recordLine(text: string): RecordLine | 'damaged' | null {
  const start = text.includes(word) ? text.search(beginning) : -1;
  if (start === -1) {
    return null;
  }
  const parts = form.exec(text.slice(start).replaceAll('\\', ''));
  if (parts === null) {
    return 'damaged';
  }
  const [, digest = '', from = '', record = '', part = '', of = '', base64 = ''] = parts;
  const line = { digest, from, record, part: Number(part), of: Number(of), base64 };
  return line.part >= 1 && line.part <= line.of ? line : 'damaged';
}
