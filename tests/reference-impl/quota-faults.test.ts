import { beforeAll, describe, expect, it } from 'vitest';
import { faults, needsMeasurement } from '../../reference-impl/index.ts';
import { defaultKeys, defaultSecondKeys } from '../../reference-impl/plans.ts';
import { list, perMinute, QuotaScript } from './quota-script.ts';

const quotaFaults = faults.filter(needsMeasurement);

describe('a service with a fault in its plan limits', () => {
  let expected = '';

  beforeAll(async () => {
    expected = await new QuotaScript(null).play(0);
  });

  it.each(quotaFaults.map(({ name }) => name))('%s differs from the reference', async (name) => {
    const played = await new QuotaScript(name).play(name.endsWith('-later') ? 510 : 0);
    expect(played.split('\n')).toHaveLength(expected.split('\n').length);
    expect(played === expected).toBe(false);
  });

  it.each(quotaFaults.map(({ name }) => name))('%s serves what is far from every limit', async (name) => {
    const script = new QuotaScript(name);
    for (let request = 0; request < 30; request += 1) {
      expect(await script.send(list(), 1, defaultKeys.enterprise)).toBe(200);
    }
  });
});

describe('of twenty requests at once with a limit of twelve', () => {
  it.each([
    [null, perMinute],
    ['limit-not-enforced', 20],
    ['limit-doubled-unannounced', 20],
    ['one-too-many', 13],
    ['opening-request-uncounted', 13],
    ['refusal-begins-anew', 19],
    ['minute-of-50-seconds', 12],
    ['bucket-too-large', 15],
    ['counter-per-connection', 20],
    ['two-replicas', 20],
    ['check-then-count', 20],
    ['check-then-count-quickly', 20],
    ['check-then-count-next-turn', 20],
    ['lost-updates', 20],
    ['counted-after-the-answer', 20],
    ['open-when-busy', 20],
    ['counted-twice-when-busy', 7],
    ['counter-per-operation', 20],
    ['counter-per-method', 19],
    ['creations-unlimited', 19],
    ['reads-by-id-unlimited', 18],
    ['one-too-few', 11],
    ['one-too-few-unannounced', 11],
    ['bucket-half-as-large', 6],
    ['spread-over-the-minute', 2],
  ])('%s serves %i', async (name, served) => {
    const statuses = await new QuotaScript(name).burst(20);
    expect(statuses.filter((status) => status < 300)).toHaveLength(served);
    expect(new Set(statuses.filter((status) => status >= 300))).toEqual(new Set(served === 20 ? [] : [429]));
  });

  it.each([
    ['excess-503', 503],
    ['excess-403', 403],
    ['excess-401', 401],
  ])('%s answers the others %i', async (name, status) => {
    const statuses = await new QuotaScript(name).burst(20);
    expect(statuses.slice(perMinute)).toEqual(Array.from({ length: 8 }, () => status));
  });
});

describe('one after the other', () => {
  it.each(['check-then-count', 'check-then-count-quickly', 'lost-updates', 'open-when-busy'])(
    '%s keeps to the limit',
    async (name) => {
      const script = new QuotaScript(name);
      const statuses: number[] = [];
      for (let request = 0; request < 14; request += 1) {
        statuses.push(await script.send(list(), request));
      }
      expect(statuses).toEqual([...Array.from({ length: perMinute }, () => 200), 429, 429]);
    },
  );
});

describe('another key, while one is at its limit', () => {
  it.each([
    [null, 200, 200],
    ['keys-share-refusals', 429, 429],
    ['keys-share-a-count', 429, 200],
    ['keys-of-a-plan-share-a-count', 429, 200],
  ])('%s answers one of the same plan %i, of a larger plan %i', async (name, same, larger) => {
    const script = new QuotaScript(name);
    await script.burst(20);
    expect(await script.send(list(), 1, defaultSecondKeys.free)).toBe(same);
    expect(await script.send(list(), 1, defaultKeys.business)).toBe(larger);
  });
});
