import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import {
  allIds,
  done,
  exchange,
  exchanged,
  foldRun,
  found,
  runFinished,
  runStarted,
  undecided,
} from './made-up-run.ts';

/** What a run of these events says of one requirement; without `end` it was killed. */
function saying(id: string, events: readonly RunEvent[], end: RunEvent | null = runFinished()): string {
  const report = foldRun([runStarted({ selected: allIds }), ...events, ...(end === null ? [] : [end])]);
  const { verdict = '', reason } = report.requirements.find((row) => row.id === id) ?? {};
  return reason === undefined ? verdict : `${verdict}: ${reason}`;
}

const step = (outcome: 'good' | 'note' | 'problem'): RunEvent => ({
  type: 'preflight',
  step: { name: 'key', outcome, text: 'the key', remedy: null },
});
const started: RunEvent = { type: 'check-started', requirement: 'list/unique-ids' };
const id = 'list/unique-ids';

describe('a requirement whose check was not finished', () => {
  test('says that it was begun', () => {
    const reason = 'inconclusive: the run ended during its check: run again';
    expect(saying(id, [started])).toBe(reason);
    expect(saying(id, [started], null)).toBe(reason);
    expect(saying(id, [step('problem'), started])).toBe(reason);
    expect(saying(id, [exchanged(exchange(1, id)), ...done(id), started])).toBe(reason);
  });

  test('or that the preflight found a problem', () => {
    expect(saying(id, [step('good'), step('problem')])).toBe(
      'inconclusive: not started: the preflight found a problem; fix that first',
    );
  });

  test('or that the run was over before', () => {
    const reason = 'inconclusive: the run ended before its check: run again';
    expect(saying(id, [step('note')], runFinished('interrupted'))).toBe(reason);
    expect(saying(id, [step('good')], null)).toBe(reason);
    expect(saying(id, [step('good')])).toBe(
      'inconclusive: internal error of the suite: no check ran for it; please report it',
    );
  });
});

describe('a requirement whose check could not tell', () => {
  test('gives its reason, the inconclusive one before the skipped one', () => {
    const skipped = undecided(id, 'skipped', 'left out');
    const open = undecided(id, 'inconclusive', 'cut');
    expect(saying(id, [skipped])).toBe('skipped: left out');
    expect(saying(id, [skipped, open])).toBe('inconclusive: cut');
    expect(saying(id, [exchanged(exchange(1, id)), ...done(id), skipped])).toBe('skipped: left out');
    expect(saying(id, [undecided(id, 'inconclusive', null)])).toBe(
      'inconclusive: the check gave no reason; please report it',
    );
  });

  test('still fails by a finding, and is not decided by an error of the suite', () => {
    expect(saying(id, [undecided(id, 'skipped', 'left out'), found(id, 1)])).toBe('failed');
    const error: RunEvent = { type: 'internal-error', requirement: id, message: 'it broke' };
    expect(saying(id, [exchanged(exchange(1, id)), ...done(id), error])).toBe(
      'inconclusive: internal error of the suite: it broke; please report it',
    );
    expect(saying(id, [error, found(id, 1)])).toBe('failed');
  });
});

test('where no behaviour can fail, a finding is an error of the suite, and nothing seen no observation', () => {
  expect(saying('store/orders', [found('store/orders', 1)])).toBe(
    'inconclusive: internal error of the suite: it reported a failure where none is possible; please report it',
  );
  expect(saying('store/orders', done('store/orders'))).toBe('inconclusive: no evidence collected');
  expect(saying(id, done(id))).toBe('inconclusive: no evidence collected');
});
