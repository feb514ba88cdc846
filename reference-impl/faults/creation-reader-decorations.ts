import { LosslessNumber } from 'lossless-json';
import type { Decoration } from '../parts.ts';
import { parsed } from './creation-bodies.ts';
import { lenientText } from './decorations.ts';
import { type Fault, fault } from './fault.ts';

/** A change to the input of a parser. Without `any run`, only further cases detect it. */
export type Reader<Change> = readonly [name: string, change: Change, shown?: 'any run'];

/** Faults of one requirement, one per row. */
export function readerFaults<Change>(
  violates: Fault['violates'],
  readers: readonly Reader<Change>[],
  decorate: (change: Change) => Decoration,
): Fault[] {
  return readers.map(([name, change, shown]) =>
    fault(name, violates, decorate(change), shown === undefined ? 'ample-allowance' : null),
  );
}

/** Repairs the text of a body that is not JSON. */
export function repairingBroken(repair: (text: string) => string): Decoration {
  return lenientText((text) => (parsed(text) === undefined ? repair(text) : text));
}

/** Applies a change outside of strings. */
export function outside(change: (part: string) => string): (text: string) => string {
  return (text) =>
    text.replace(/"(?:[^"\\]|\\.)*"|[^"]+/gs, (part) => (part.startsWith('"') ? part : change(part)));
}

/** Replaces matches outside of strings. */
export function replaced(what: RegExp, by: string): (text: string) => string {
  return outside((part) => part.replace(what, by));
}

/** Replaces matches anywhere. */
export function anywhere(what: RegExp, by: string): (text: string) => string {
  return (text) => text.replace(what, by);
}

/** Converts digits of other scripts to ASCII: in each script they are ten consecutive code points. */
export function inLatinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = [0x30, 0x660, 0x6f0, 0x966, 0xff10].find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** The integer as a JSON number, or `null` if the value is not an integer. */
export function numberOf(value: number | bigint | null): LosslessNumber | null {
  return value === null || (typeof value === 'number' && !Number.isInteger(value))
    ? null
    : new LosslessNumber(String(BigInt(value)));
}
