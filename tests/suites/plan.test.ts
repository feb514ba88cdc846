import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { runCheck } from '../../src/runner/run-checks.ts';
import type { Effort } from '../../src/verdict/run-event.ts';
import { amounts, type ByEffort, planOf } from '../../suites/plan.ts';
import { type RequirementId, requirements } from '../../suites/requirements.ts';
import { type SessionChanges, testSession } from '../runner/test-session.ts';

const efforts = ['smoke', 'normal', 'thorough'] as const;
const everything = requirements.map(({ id }) => id);

function plan(name: string, effort: Effort, changes: { readOnly?: boolean; selected?: string[] } = {}) {
  return planOf(name, { effort, readOnly: false, selected: everything, ...changes });
}

describe('the plan of a run', () => {
  it('is the only place that depends on the effort', () => {
    const folder = join(packageRoot(), 'suites');
    const files = ['.', 'shared', 'shared/varieties'].flatMap((place) =>
      readdirSync(join(folder, place))
        .filter((name) => name.endsWith(place === '.' ? '.suite.ts' : '.ts'))
        .map((name) => join(folder, place, name)),
    );
    expect(files.filter((path) => /\beffort\b/.test(readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('has no smaller amounts at a larger effort, except to save requests at smoke', () => {
    const shrinking = Object.entries(amounts).flatMap(([name, row]) =>
      Object.entries<string | number | true | ByEffort<unknown>>({ ...row })
        .filter(([, cell]) => {
          const values = typeof cell === 'object' ? efforts.map((effort) => Number(cell[effort])) : [];
          return values.some((value, index) => value < (values[index - 1] ?? value));
        })
        .map(([kind]) => `${name} ${kind}`),
    );
    expect(shrinking).toEqual(['list/status-accepted reuses', 'create/status-optional reuses']);
  });

  it('has all cases of a check without a row', () => {
    expect(efforts.map((effort) => plan('auth/not-bearer', effort))).toMatchObject([
      { cases: Number.POSITIVE_INFINITY, generated: 0, shrinks: 4, leftOut: null },
      { cases: Number.POSITIVE_INFINITY, generated: 0, shrinks: 16, leftOut: null },
      { cases: Number.POSITIVE_INFINITY, generated: 0, shrinks: 200, leftOut: null },
    ]);
  });

  it('has no creations in a read-only run', () => {
    expect(plan('auth/unknown-key', 'normal').operations).toEqual(['listPets', 'createPet', 'getPet']);
    expect(plan('auth/unknown-key', 'normal', { readOnly: true }).operations).toEqual(['listPets', 'getPet']);
    expect(plan('auth/header-only', 'smoke', { readOnly: true }).operations).toEqual(['getPet']);
  });

  it('omits the requests of a check if the run reuses those of another selected check', () => {
    const served = (effort: Effort, selected: string[]) =>
      plan('auth/missing-key', effort, { selected }).isServed;
    expect(served('smoke', ['auth/missing-key', 'auth/header-only'])).toBe(true);
    expect(served('smoke', ['auth/missing-key'])).toBe(false);
    expect(served('normal', ['auth/missing-key', 'auth/header-only'])).toBe(false);
  });

  it('skips checks that create in a read-only run, and checks that need more animals', async () => {
    const ended = async (id: RequirementId, changes: SessionChanges) => {
      const { check, events } = testSession('http://127.0.0.1:9/v1', changes);
      await runCheck(check(id), async () => undefined);
      return events.at(-1);
    };
    expect(await ended('list/created-pet-listed', { readOnly: true })).toMatchObject({
      outcome: 'skipped',
      reason: 'may need to create an animal, which `--read-only` forbids',
    });
    expect(await ended('list/created-pet-listed', {})).toMatchObject({ outcome: 'done' });
    expect(await ended('list/never-above-100', {})).toMatchObject({
      outcome: 'inconclusive',
      reason: 'needs a store of at least 101 animals; the run knows 0',
    });
  });

  it('has requests for a watched requirement unless an earlier response exercised it, or always', async () => {
    const check = testSession('http://127.0.0.1:9/v1').check('list/unique-ids');
    const sent: string[] = [];
    const ended = (name: string, reuses?: boolean) =>
      check.watchedAfter(async () => sent.push(name), reuses).then(() => 'a verdict', String);
    expect(await ended('not exercised')).toMatch(/^Inconclusive: not exercised: /);
    Object.defineProperty(check, 'isExercised', { value: true });
    await ended('exercised');
    await ended('always', false);
    expect(sent).toEqual(['not exercised', 'always']);
  });

  it('leaves out the last cases of a check, and records how many', async () => {
    const { check, events } = testSession('http://127.0.0.1:9/v1', { effort: 'smoke' });
    let sent: readonly number[] = [];
    await runCheck(check('get/unknown-id'), async (check) => {
      sent = check.chosen([1, 2, 3, 4, 5]);
    });
    expect(sent).toEqual([1, 2, 3]);
    expect(events.at(-1)).toMatchObject({ type: 'check-finished', casesLeftOut: 2 });
  });

  it.each(['smoke', 'normal'] as const)(
    'skips a check without cases, with the reason: %s',
    async (effort) => {
      const { check, events } = testSession('http://127.0.0.1:9/v1', { effort });
      let isAsked = false;
      await runCheck(check('list/pagination', 'OBSERVE'), async () => {
        isAsked = true;
      });
      const reason = 'left out at --effort smoke';
      expect(isAsked).toBe(effort === 'normal');
      expect(events).toContainEqual({
        type: 'check-finished',
        requirement: 'list/pagination',
        outcome: effort === 'smoke' ? 'inconclusive' : 'done',
        reason: effort === 'smoke' ? reason : null,
      });
    },
  );
});
