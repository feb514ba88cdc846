import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckedJournal, checkedJournal, isExchange } from '../../src/recorded/checked-journal.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { propertyRuns } from '../property-runs.ts';
import { exchange, exchanged, runFinished, runStarted } from '../report/made-up-run.ts';
import { anyFullRun, findingsIn } from '../run/conforming-run.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const list = exchange(1, 'list/returns-pets');
const startedAt = '2026-01-01T10:00:00.000Z';
const created: RunEvent = { type: 'animal-created', id: '7', name: 'Rex', exchange: 1 };
const whole: readonly RunEvent[] = [runStarted(), exchanged(list), created, runFinished()];

function check(text: string): Promise<CheckedJournal> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'journal.ndjson'), text);
  return checkedJournal(join(folder, 'journal.ndjson'));
}

const textOf = (events: readonly unknown[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');

it('a whole journal has no damage', async () => {
  expect(isExchange(list)).toBe(true);
  expect(await check(textOf(whole))).toMatchObject({ damage: null, exchanges: 1, isCut: false });
});

it('a journal that ends early is cut, wherever it ends', async () => {
  const text = textOf(whole);
  const first = textOf(whole.slice(0, 1)).length;
  const last = textOf(whole.slice(0, -1)).length;
  for (const length of [first, first + 1, last, last + 1, text.length - 10]) {
    expect(await check(text.slice(0, length)), `${length}`).toMatchObject({ damage: null, isCut: true });
  }
});

/** The journal with some members of one event replaced. */
function changed(place: number, members: object): string {
  const replaced = whole.map((event, index) => (index === place ? { ...event, ...members } : event));
  return textOf(replaced);
}

const badStart = 'the start, the tag or the base URL of the run is invalid';
const badTime = 'a time or another member of the exchange is invalid';

it.each([
  [changed(0, runStarted({ startedAt: 'noon' })), 1, badStart],
  [changed(0, { header: null }), 1, badStart],
  [changed(0, { header: { startedAt, baseUrl: 5 } }), 1, badStart],
  [changed(0, runStarted({ startedAt: '9999-01-01T00:00:00Z' })), 1, badStart],
  [changed(0, runStarted({ baseUrl: 'file:///etc/passwd' })), 1, badStart],
  [textOf(whole.slice(1)), 1, 'the journal does not begin with the start of its run'],
  [`${textOf(whole)}${textOf(whole)}`, whole.length + 1, 'another run begins here'],
  [changed(1, { exchange: { ...list, startedAt: 'noon' } }), 2, badTime],
  [changed(1, { exchange: { ...list, finishedAtMs: null } }), 2, badTime],
  [changed(1, { exchange: { ...list, finishedAtMs: 1e300 } }), 2, badTime],
  [changed(1, { exchange: { ...list, request: null } }), 2, badTime],
  [changed(1, { exchange: { ...list, startedAt: '1970-01-01T00:00:00Z' } }), 2, badTime],
  [changed(1, { exchange: { ...list, sentAtMs: 1e300, finishedAtMs: 1e300 } }), 2, badTime],
  [changed(1, { exchange: undefined }), 2, badTime],
  [changed(2, { id: 7 }), 3, 'the id or the name of the animal is invalid'],
  [`${textOf(whole.slice(0, 2))}{"type":\n${textOf(whole.slice(2))}`, 3, 'the line is not JSON'],
])('names the first damaged line: %#', async (text, line, problem) => {
  const { damage } = await check(text);
  expect(damage).toMatchObject({ line, problem: expect.stringMatching(problem) });
});

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  return typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...path, name]))]
    : [path];
}

/** A copy with one value replaced. */
function replaced(value: unknown, [name, ...rest]: Path, other: unknown): unknown {
  if (name === undefined) {
    return other;
  }
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  Object.assign(copy, { [name]: replaced(Reflect.get(copy, name), rest, other) });
  return copy;
}

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', 'x', 0, -1, 1.5, -1e308, 9e15),
  fc.constantFrom<unknown>([], {}, [null], [[]], [5], { length: 5 }, { body: 1 }),
);

describe('an exchange of a damaged journal', () => {
  it('is accepted as a run recorded it', () => {
    fc.assert(
      fc.property(anyFullRun, ({ exchanges }) => {
        expect(exchanges.filter((exchange) => !isExchange(exchange))).toEqual([]);
      }),
      { numRuns: propertyRuns(5) },
    );
  });

  it('is rejected, or can be judged', () => {
    fc.assert(
      fc.property(anyFullRun, fc.nat(), fc.nat(), anyValue, (run, which, where, value) => {
        const index = which % run.exchanges.length;
        const paths = pathsIn(run.exchanges[index]);
        const damaged = replaced(run.exchanges[index], paths[where % paths.length] ?? [], value);
        if (isExchange(damaged)) {
          findingsIn({ ...run, exchanges: run.exchanges.with(index, damaged) });
        }
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  it('is rejected if it lacks a member', () => {
    fc.assert(
      fc.property(anyFullRun, fc.nat(), ({ exchanges }, which) => {
        const exchange = exchanges[which % exchanges.length];
        for (const name of ['check', 'sentAtMs', 'request', 'response', 'startedAt']) {
          expect(isExchange({ ...exchange, [name]: undefined }), name).toBe(false);
        }
      }),
      { numRuns: propertyRuns(20) },
    );
  });
});
