/** Every line of the script begins with it, possibly after a prefix of the log, and with backslashes before quotes. */
const marker = /\{\\*"animalStoreK6/;
const word = 'animalStoreK6';
const form =
  /^\{"animalStoreK6":"([0-9a-f]{16})","instance":"([a-z]{7})","record":"([a-z]{1,7}\d{0,15})","part":(\d{1,4}),"of":(\d{1,4}),"base64":"([A-Za-z0-9+/]+={0,2})"\}/;

/** A piece of a record of one instance of k6. */
export interface SampleLine {
  /** The beginning of the digest of the plan. */
  readonly digest: string;
  readonly instance: string;
  readonly record: string;
  /** 1, 2, … */
  readonly part: number;
  readonly of: number;
  readonly base64: string;
}

/**
 * Reads a line of a log. A logger may have put it into JSON, `logfmt` or both, which adds backslashes; it has none of
 * its own. Returns `null` for a line of something else.
 */
export function sampleLine(text: string): SampleLine | 'damaged' | null {
  const start = text.includes(word) ? text.search(marker) : -1;
  if (start === -1) {
    return null;
  }
  const parts = form.exec(text.slice(start).replaceAll('\\', ''));
  if (parts === null) {
    return 'damaged';
  }
  const [, digest = '', instance = '', record = '', part = '', of = '', base64 = ''] = parts;
  const line = { digest, instance, record, part: Number(part), of: Number(of), base64 };
  return line.part >= 1 && line.part <= line.of ? line : 'damaged';
}
