import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { runCheck } from '../../src/runner/run-check.ts';
import type { Effort } from '../../src/verdict/run-event.ts';
import { amounts, type ByEffort, planOf } from '../../suites/plan.ts';
import { requirements } from '../../suites/requirements.ts';
import { testSession } from '../runner/test-session.ts';

const efforts = ['smoke', 'normal', 'thorough'] as const;
const everything = requirements.map(({ id }) => id);

function plan(name: string, effort: Effort, changes: { readOnly?: boolean; selected?: string[] } = {}) {
  return planOf(name, { effort, readOnly: false, selected: everything, ...changes });
}

describe('the plan of a run', () => {
  it('is the only place that uses the effort: no check does', () => {
    const folder = join(packageRoot(), 'suites');
    const files = ['.', 'shared'].flatMap((place) =>
      readdirSync(join(folder, place))
        // The allowance of the key determines further cases, and no plan knows it before the run.
        .filter((name) => name.endsWith(place === '.' ? '.suite.ts' : '.ts') && name !== 'varieties.suite.ts')
        .map((name) => join(folder, place, name)),
    );
    expect(files.filter((path) => /\beffort\b/.test(readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('has no smaller amounts at a larger effort, except to save requests at smoke', () => {
    const shrinking = Object.entries(amounts).flatMap(([name, row]) =>
      Object.entries<string | ByEffort<unknown>>({ ...row })
        .filter(([, cell]) => {
          const values = typeof cell === 'string' ? [] : efforts.map((effort) => Number(cell[effort]));
          return values.some((value, index) => value < (values[index - 1] ?? value));
        })
        .map(([kind]) => `${name} ${kind}`),
    );
    expect(shrinking).toEqual(['list/status-accepted reuses', 'further refused creations cases']);
  });

  it('tries all cases of a check that has no row', () => {
    expect(efforts.map((effort) => plan('auth/not-bearer', effort))).toMatchObject([
      { cases: Number.POSITIVE_INFINITY, generated: 0, shrinks: 4, leftOut: null },
      { cases: Number.POSITIVE_INFINITY, generated: 0, shrinks: 16, leftOut: null },
      { cases: Number.POSITIVE_INFINITY, generated: 0, shrinks: 200, leftOut: null },
    ]);
  });

  it('creates nothing in a read-only run', () => {
    expect(plan('auth/unknown-key', 'normal').operations).toEqual(['listPets', 'createPet', 'getPet']);
    expect(plan('auth/unknown-key', 'normal', { readOnly: true }).operations).toEqual(['listPets', 'getPet']);
    expect(plan('auth/header-only', 'smoke', { readOnly: true }).operations).toEqual(['getPet']);
  });

  it('lets another selected check serve a check if the run reuses exchanges', () => {
    const served = (effort: Effort, selected: string[]) =>
      plan('auth/missing-key', effort, { selected }).isServed;
    expect(served('smoke', ['auth/missing-key', 'auth/header-only'])).toBe(true);
    expect(served('smoke', ['auth/missing-key'])).toBe(false);
    expect(served('normal', ['auth/missing-key', 'auth/header-only'])).toBe(false);
  });

  it('leaves out the least telling cases of a check, and the record says how many', async () => {
    const { session, events } = testSession('http://127.0.0.1:9/v1', { effort: 'smoke' });
    let sent: readonly number[] = [];
    await runCheck(
      session,
      { id: 'get/unknown-id', level: 'MUST', statement: '', section: '', since: 1 },
      async (check) => {
        sent = check.chosen([1, 2, 3, 4, 5]);
      },
    );
    expect(sent).toEqual([1, 2, 3]);
    expect(events.at(-1)).toMatchObject({ type: 'check-finished', casesLeftOut: 2 });
  });

  it.each(['smoke', 'normal'] as const)('skips a check without cases, and says so: %s', async (effort) => {
    const { session, events } = testSession('http://127.0.0.1:9/v1', { effort });
    let isAsked = false;
    const outcome = await runCheck(
      session,
      { id: 'list/pagination', level: 'OBSERVE', statement: '', section: '', since: 1 },
      async () => {
        isAsked = true;
      },
    );
    const reason = 'left out at --effort smoke';
    expect(isAsked).toBe(effort === 'normal');
    expect(outcome).toEqual(effort === 'smoke' ? { kind: 'undecided', reason } : { kind: 'held' });
    expect(events).toContainEqual({
      type: 'check-finished',
      requirement: 'list/pagination',
      outcome: effort === 'smoke' ? 'inconclusive' : 'done',
      reason: effort === 'smoke' ? reason : null,
    });
  });
});
