import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainTable } from '../../src/cli/commands/catalogue.ts';
import { exitStatus } from '../../src/report/verdict-sentence.ts';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import {
  exchange,
  exchanged,
  faultless,
  foldRun,
  found,
  functionalIds,
  madeReport,
  runFinished,
  runStarted,
} from './made-up-run.ts';

// As if these two were added with the second version of the catalogue.
const later = ['list/unique-ids', 'errors/no-server-error'];
const sinceOf = (version: number) => () => {
  for (const row of requirements.filter(({ id }) => later.includes(id))) {
    Object.assign(row, { since: version });
  }
};
beforeAll(sinceOf(2));
afterAll(sinceOf(1));

const violations: RunEvent[] = later.flatMap((id, index) => [
  exchanged(exchange(500 + index, id)),
  found(id, 500 + index),
]);

function report(header: Partial<RunHeader>, events: readonly RunEvent[] = violations) {
  const started = runStarted({ selected: [...functionalIds], ...header });
  return foldRun([started, ...faultless(), ...events, runFinished()]);
}
const rows = (of: ReturnType<typeof report>) => of.requirements.filter(({ id }) => later.includes(id));

test('what was added later is reported, and fails nothing, where the run keeps to an earlier one', () => {
  for (const header of [{ catalogue: 1 }, {}, { catalogue: 1, failOn: 'should' }] as const) {
    const pinned = report(header);
    expect(exitStatus(pinned)).toBe(0);
    expect(pinned.catalogue).toBe(1);
    expect(rows(pinned)).toMatchObject([
      { verdict: 'waived', waivedBy: 'catalogue', findings: [{ count: 1 }] },
      { verdict: 'waived', waivedBy: 'catalogue', findings: [{ count: 1 }] },
    ]);
  }
});

test('what was left undecided of it does not make the run incomplete', () => {
  const undecided: RunEvent[] = [
    { type: 'check-finished', requirement: 'list/unique-ids', outcome: 'skipped', reason: 'it needs a key' },
  ];
  // What else is left out of a made-up run are the plan limits and what they need: they count, so they are decided here.
  const others = requirements.filter(({ since }) => since === 1).map(({ id }) => id);
  const decided = (header: Partial<RunHeader>) =>
    madeReport([...faultless(others), ...undecided], {
      selected: [...others, 'list/unique-ids'],
      minDecided: 1,
      ...header,
    });
  expect(exitStatus(decided({ catalogue: 1 }))).toBe(0);
  expect(exitStatus(decided({ catalogue: 2 }))).toBe(3);
});

test('the list of requirements names the version that added it', () => {
  expect(plainTable(requirements, Number.POSITIVE_INFINITY)).toMatch(
    /list\/unique-ids +MUST +[^\n]+ \(since catalogue 2\)\n/,
  );
});
