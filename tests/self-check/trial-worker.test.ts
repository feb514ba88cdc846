import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TrialOrder } from '../../src/self-check/trial.ts';
import { TrialWorker } from '../../src/self-check/trial-worker.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { orderOf } from './trials.ts';

const folder = temporaryFolder();

function order(name: string, selected: readonly string[]): TrialOrder {
  return { ...orderOf('fault', name), selected, folder: join(folder, name) };
}

describe('a process for trials', () => {
  test('makes one after another and several at once, and nothing of one is seen in the next', async () => {
    const worker = new TrialWorker();
    const selected = ['auth/missing-key', 'auth/challenge'];
    const first = await worker.make(order('missing-key-403', selected));
    const both = await Promise.all([
      worker.make(order('no-challenge', selected)),
      worker.make(order('limit-plus-one', selected)),
    ]);
    const again = await worker.make(order('missing-key-403', selected));
    worker.end();
    const trials = [first, ...both, again];
    const reported = trials.map((trial) => trial.reported.map(({ requirement }) => requirement));
    expect(reported).toEqual([['auth/missing-key'], ['auth/challenge'], [], ['auth/missing-key']]);
    expect(trials.flatMap(({ errors }) => errors)).toEqual([]);
    expect(existsSync(join(folder, 'limit-plus-one'))).toBe(false);
  });

  test('ends a thorough run once it has reported what the fault violates, and makes the next one', async () => {
    const worker = new TrialWorker();
    const selected = ['auth/missing-key', 'create/text-exact'];
    const thorough = { ...order('missing-key-403', selected), effort: 'thorough' as const };
    const trial = await worker.make(thorough);
    const next = await worker.make(order('missing-key-403', ['auth/missing-key']));
    worker.end();
    for (const { reported, errors } of [trial, next]) {
      expect(reported.map(({ requirement }) => requirement)).toEqual(['auth/missing-key']);
      expect(errors).toEqual([]);
    }
    // Each of the 100 generated names would take two requests.
    expect(trial.requests).toBeLessThan(100);
  });

  test('tells why a trial could not be made', async () => {
    const worker = new TrialWorker();
    const trial = await worker.make(order('no-such-fault', ['list/default-limit']));
    worker.end();
    expect(trial).toMatchObject({ reported: [] });
    expect(trial.errors[0]).toContain('No fault is named no-such-fault.');
  });

  test('ends at once, and says of the trial that it was making that it could not be made', async () => {
    const worker = new TrialWorker();
    const making = worker.make(order('limit-plus-one', ['list/default-limit']));
    worker.end();
    expect((await making).errors[0]).toContain('the process of this trial ended with SIGKILL');
    const late = await worker.make(order('limit-plus-one', ['list/default-limit']));
    expect(late.errors).toEqual(['the processes of the trials were ended']);
  });
});
