import { givenWaiversOf } from '../cli/configuration/read-waivers.ts';
import type { RunOptions } from '../suite/run-options.ts';
import type { Waiver } from '../verdict/known-failures.ts';
import type { VerifyOptions } from './verify-options.ts';
import { OptionsError } from './words-of-library.ts';

/**
 * The waivers of a program, validated like those of a file. Without a `source` the source is the position in the list.
 *
 * @throws {OptionsError} if they are not a list.
 * @throws {UsageError} for the first error in one of them.
 */
export function givenWaivers({ waivers }: VerifyOptions): Pick<RunOptions, 'waivers'> {
  if (waivers === undefined || waivers === null) {
    return {};
  }
  if (!Array.isArray(waivers)) {
    throw new OptionsError('waivers: it must be a list');
  }
  const given: readonly unknown[] = waivers;
  const read = givenWaiversOf(given.map(membersOfFile));
  const named = read.map((waiver, index) => ({ ...waiver, source: sourceOf(given[index], waiver) }));
  return { waivers: named };
}

/** In a file the position is the source, and a missing member replaces `null`. */
function membersOfFile(one: unknown): unknown {
  return isObject(one)
    ? Object.fromEntries(Object.entries(one).filter(([name, value]) => name !== 'source' && value !== null))
    : one;
}

function sourceOf(one: unknown, { source }: Waiver): string {
  return isObject(one) && 'source' in one && typeof one.source === 'string' && one.source !== ''
    ? one.source
    : source;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
