import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { DamagedLog, longestLine, outcomeLines } from '../../../src/load/shards/record-reader.ts';
import type { ShardOutcome } from '../../../src/load/shards/shard-outcome.ts';
import { readShards } from '../../../src/load-run/read-shards.ts';
import { madeOutcome, madePlan, sourcesOf } from '../../load-run/made-shards.ts';
import { propertyRuns } from '../../property-runs.ts';

let outcome: ShardOutcome;
let lines: readonly string[] = [];
beforeAll(async () => {
  const made = await madeOutcome(madePlan(2, { durationMs: 2_000 }), { index: 1, of: 2 });
  // Too long for one line, however it is compressed.
  const finding = {
    requirement: 'responses/schema',
    kind: 'body',
    message: incompressible(1_000),
    expected: '',
    actual: 'Rëx \u{1f415}',
    exchange: 0,
    related: [],
  };
  outcome = { ...made, events: [{ type: 'finding', finding }] };
  lines = outcomeLines(outcome);
});

function incompressible(blocks: number): string {
  const hash = (block: number) => createHash('sha256').update(String(block)).digest('hex');
  return Array.from({ length: blocks }, (_, block) => hash(block)).join('');
}

/** What is read, or the message of the damage. */
async function read(text: readonly string[]): Promise<{ readonly tags: string[]; readonly problem: string }> {
  try {
    const { shards, unread } = await readShards(sourcesOf([text]));
    return { tags: shards.map(({ tag }) => tag), problem: unread.join('\n') };
  } catch (error) {
    if (error instanceof DamagedLog) {
      return { tags: [], problem: error.message };
    }
    throw error;
  }
}

describe('the lines of an outcome', () => {
  it('are ASCII of bounded length', () => {
    expect(lines.length).toBeGreaterThan(2);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(longestLine);
    expect(lines.every((line) => /^[\x20-\x7e]+$/.test(line))).toBe(true);
  });

  it.each<[string, (text: readonly string[]) => readonly string[]]>([
    ['after the prefix of a log', (text) => text.map((line) => `2030-01-01T12:00:00Z stdout F ${line}`)],
    ['among other lines of any length', (text) => text.flatMap((line) => ['x'.repeat(50_000), '', line])],
    ['in any order', (text) => text.toReversed()],
  ])('are read %s', async (_, logged) => {
    expect(await read(logged(lines))).toEqual({ tags: [outcome.tag], problem: '' });
  });

  it('may be those of several shards in one file', async () => {
    const other = outcomeLines({ ...outcome, shard: { index: 0, of: 2 }, tag: 'cother' });
    const mixed = lines.flatMap((line, index) => [line, other[index] ?? '']);
    expect(await read(mixed)).toEqual({ tags: [outcome.tag, 'cother'], problem: '' });
  });
});

describe('a damaged outcome', () => {
  it.each<[string, (text: readonly string[]) => readonly string[], string]>([
    [
      'a line that is cut off',
      ([first = '', ...others]) => [first.slice(0, -20), ...others],
      'file 1, line 1: the line is cut off, or damaged',
    ],
    [
      'a missing line',
      ([first = '', , ...others]) => [first, ...others],
      'the outcome of shard 2 of 2 is incomplete (file 1)',
    ],
    [
      'a repeated line',
      ([first = '', ...others]) => [first, first, ...others],
      'file 1, line 2: the line occurs twice',
    ],
    [
      'lines of another load',
      (text) => text.map((line) => line.replace(/(?<=Load":")[0-9a-f]+/, '0'.repeat(16))),
      'file 1, line 4: a line of shard 2 of 2 was changed',
    ],
    [
      'another version of outcomes',
      () => outcomeLines(Object.assign({ ...outcome }, { version: 2 })),
      'file 1, line 4: the outcome of shard 2 of 2 is that of another version',
    ],
  ])('is refused for %s', async (_, damage, problem) => {
    expect(await read(damage(lines))).toEqual({ tags: [], problem });
  });

  it('is refused, whichever character is changed', async () => {
    const place = fc.tuple(fc.nat(), fc.nat(), fc.string({ minLength: 1, maxLength: 2 }));
    await fc.assert(
      fc.asyncProperty(place, async ([line, at, text]) => {
        const row = line % lines.length;
        const whole = lines[row] ?? '';
        const cut = at % whole.length;
        const broken = lines.with(row, whole.slice(0, cut) + text + whole.slice(cut + 1));
        const { tags, problem } = await read(broken);
        expect([tags, problem === '']).toEqual(tags.length === 0 ? [[], false] : [[outcome.tag], true]);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
