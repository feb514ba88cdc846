import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { longestLine } from '../../../src/load/shards/outcome-lines.ts';
import { DamagedOutcome, OutcomeReader } from '../../../src/load/shards/read-outcomes.ts';
import type { OutcomeRecord } from '../../../src/load/shards/shard-outcome.ts';
import { readShards } from '../../../src/load-run/read-shards.ts';
import { linesOf, madePlan, madeRecords, sourcesOf } from '../../load-run/made-shards.ts';
import { propertyRuns } from '../../property-runs.ts';

let records: readonly OutcomeRecord[] = [];
let lines: readonly string[] = [];
beforeAll(async () => {
  records = await madeRecords(madePlan(2, { durationMs: 2_000 }), { index: 1, of: 2 });
  lines = linesOf(records);
});

async function readAll(text: readonly string[]): Promise<OutcomeRecord[]> {
  const found: OutcomeRecord[] = [];
  for await (const source of sourcesOf([text])) {
    for await (const { record } of new OutcomeReader().records(source)) {
      found.push(record);
    }
  }
  return found;
}

/** The message of the damage; empty if there is none. */
async function damageOf(text: readonly string[]): Promise<string> {
  try {
    await readShards(sourcesOf([text]));
    return '';
  } catch (error) {
    if (error instanceof DamagedOutcome) {
      return error.message;
    }
    throw error;
  }
}

describe('the lines of an outcome', () => {
  it('contain its records', async () => {
    expect(await readAll(lines)).toEqual(records);
  });

  it('are ASCII of bounded length, whatever a service sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 30_000, size: 'max' }), async (body) => {
        const long = records.map((record) =>
          record.type === 'event' &&
          record.event.type === 'exchange' &&
          record.event.exchange.response !== null
            ? {
                ...record,
                event: {
                  ...record.event,
                  exchange: {
                    ...record.event.exchange,
                    response: { ...record.event.exchange.response, body },
                  },
                },
              }
            : record,
        );
        const written = linesOf(long);
        expect(Math.max(...written.map(({ length }) => length))).toBeLessThanOrEqual(longestLine);
        expect(written.every((line) => /^[\x20-\x7e]+$/.test(line))).toBe(true);
        expect(await readAll(written)).toEqual(long);
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  it('are read among other lines of any length, after the prefix of a log', async () => {
    const log = lines.flatMap((line) => [`x`.repeat(50_000), '', `2030-01-01T12:00:00Z stdout F ${line}`]);
    expect(await readAll(log)).toEqual(records);
  });

  it('may belong to several shards in one file', async () => {
    const other = linesOf(await madeRecords(madePlan(2, { durationMs: 2_000 }), { index: 0, of: 2 }));
    const mixed = lines.flatMap((line, index) => [
      line,
      ...(other[index] === undefined ? [] : [other[index]]),
    ]);
    const read = await readShards(sourcesOf([mixed]));
    expect(read?.tallies.map(({ isComplete }) => isComplete)).toEqual([true, true]);
  });
});

describe('a damaged outcome', () => {
  it.each<[string, (text: readonly string[]) => readonly string[], RegExp]>([
    [
      'a line that is cut off',
      ([first = '', ...others]) => [first.slice(0, -20), ...others],
      /line 1: the line is cut off/,
    ],
    [
      'a line that is missing',
      ([first = '', , ...others]) => [first, ...others],
      /line 2: line 2 of shard 2 is missing/,
    ],
    [
      'a repeated line',
      ([first = '', second = '', ...others]) => [first, second, second, ...others],
      /line 3: line 2 of shard 2 is repeated/,
    ],
    ['no beginning', ([, ...others]) => others, /line 1 of shard 2 is missing/],
    [
      'a record of another type',
      (text) => text.map((line) => line.replace('"type":"result"', '"type":"outcome"')),
      /line 2: \/record\/type must be equal to one of the allowed values/,
    ],
    [
      'a count that is none',
      (text) => text.map((line) => line.replace('"sentAgain":0', '"sentAgain":-1')),
      /line 2: \/load\/books\/sentAgain must be >= 0/,
    ],
    [
      'a version that would move the cursor',
      (text) =>
        text.map((line) => line.replace(/("name":"animal-store-conformance","version":")/, '$1\\u001b[2J')),
      /version must match pattern/,
    ],
    [
      'a member that is missing',
      (text) => text.map((line) => line.replace('"sentAgain":0', '"other":0')),
      /must have required property 'sentAgain'/,
    ],
    [
      'latencies that are none',
      (text) => text.map((line) => line.replace(/"encoded":"[^"]{8}/, '"encoded":"')),
      /the latencies of shard 2 of 2: it is not in version 2/,
    ],
    [
      'a count of latencies that is wrong',
      (text) => text.map((line) => line.replace(/"count":\d+/, '"count":1')),
      /its count is not that of its values/,
    ],
    [
      'a second that the load does not have',
      (text) => text.map((line) => line.replace('"second":0', '"second":99999')),
      /a second that the load does not have/,
    ],
    [
      'an objective that is none',
      (text) => text.map((line) => line.replace('p99<250ms', 'p99<quick')),
      /the plan has an invalid objective/,
    ],
    [
      'another version of the records',
      (text) => text.map((line) => line.replace('"type":"shard","version":1', '"type":"shard","version":2')),
      /\/version must be equal to constant/,
    ],
  ])('is refused for %s', async (_, damage, message) => {
    expect(await damageOf(damage(lines))).toMatch(message);
  });

  it('is refused for records of unbounded depth or length', async () => {
    const [first = '', second = ''] = lines;
    const head = second.slice(0, second.indexOf('"record"'));
    const nested = '['.repeat(7_000);
    expect(
      await damageOf([first, `${head}"record":{"type":"result","load":${nested}${']'.repeat(7_000)}}}`]),
    ).toMatch(/must have required property|nested too deep|must be/);
    const piece = 'a'.repeat(14_000);
    const endless = Array.from({ length: 400 }, (_, index) =>
      head.replace('"line":2', `"line":${index + 2}`).concat(`"piece":"${piece}","more":true}`),
    );
    expect(await damageOf([first, ...endless])).toMatch(/the record is too long/);
  });

  it('is refused with the same class of error, whichever character is changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 2 }),
        async (line, at, text) => {
          const place = line % lines.length;
          const broken = lines.map((whole, index) => {
            const cut = at % whole.length;
            return index === place ? whole.slice(0, cut) + text + whole.slice(cut + 1) : whole;
          });
          expect(typeof (await damageOf(broken))).toBe('string');
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });
});
