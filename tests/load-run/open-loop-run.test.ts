import { describe, expect, it } from 'vitest';
import { parseObjective } from '../../src/load/objective.ts';
import { exitStatus } from '../../src/report/verdict-sentence.ts';
import { isMissed } from '../../src/verdict/load-record.ts';
import { loadOf, optionsFor, plan, run, startReference } from './made-load.ts';
import { startHanging } from './passing-servers.ts';

describe('an open loop', () => {
  it('starts what was offered, and judges its objectives', async () => {
    const service = await startReference();
    const objectives = ['errors<=0%', 'max<1us', 'get.p50<1m'].map((rule) => parseObjective(rule));
    const report = await run(
      optionsFor(service.baseUrl, service.keys.enterprise, {
        load: {
          ...plan,
          rate: 100,
          connections: 50,
          objectives: objectives.filter((objective) => objective !== null),
        },
      }),
    );
    const load = loadOf(report);
    expect(load.requests + load.missedStarts).toBe(40);
    expect(load.objectives.map(({ met }) => met)).toEqual([true, false, true]);
    expect(exitStatus(report)).toBe(load.objectives.some(isMissed) ? 1 : 3);
  });

  it('holds it against a service that it answers nothing any more', async () => {
    const service = await startReference();
    const hanging = await startHanging(service.baseUrl, (number) => number <= 25);
    const rules = ['errors<1%', 'p90<1s'].map((rule) => parseObjective(rule));
    const load = { ...plan, rate: 100, connections: 100, durationMs: 2_500, timeoutMs: 1_200 };
    const objectives = rules.filter((objective) => objective !== null);
    const judged = await run(
      optionsFor(hanging, service.keys.enterprise, { load: { ...load, objectives }, beyondLimit: true }),
    );
    const record = loadOf(judged);
    expect(record.missedStarts).toBeGreaterThan(0);
    expect(record.objectives.map(({ met }) => met)).toEqual([false, false]);
    expect(record.notes?.join()).toContain('stopped responding');
    expect(record.invalid ?? '').not.toContain('--connections');
    expect(exitStatus(judged)).toBe(record.objectives.some(isMissed) ? 1 : 3);
  });

  it('has no verdict on a service that went away, where nothing was asked of it', async () => {
    const service = await startReference();
    const hanging = await startHanging(service.baseUrl, (number) => number <= 16);
    const load = { ...plan, durationMs: 4_000, timeoutMs: 2_500, connections: 4 };
    const report = await run(optionsFor(hanging, service.keys.enterprise, { load, beyondLimit: true }));
    expect(report.interrupted).toMatch(/^the service stopped responding: the last \d+ requests/);
    expect(exitStatus(report)).toBe(3);
  });

  it('has no verdict where nothing at all was answered, however little was asked', async () => {
    const service = await startReference();
    const hanging = await startHanging(service.baseUrl, (number) => number <= 11);
    const load = { ...plan, rate: 5, durationMs: 300, timeoutMs: 300 };
    const report = await run(optionsFor(hanging, service.keys.enterprise, { load }));
    expect(report.interrupted).toBe('the service responded to none of 2 requests');
    expect(exitStatus(report)).toBe(3);
  });

  it('does not take a service for gone that leaves a few requests hanging', async () => {
    const service = await startReference();
    const hanging = await startHanging(service.baseUrl, (number) => number < 20 || number % 10 !== 0);
    const made = (timeoutMs: number) => {
      const load = { ...plan, rate: 200, durationMs: 400, timeoutMs, connections: 200 };
      return run(optionsFor(hanging, service.keys.enterprise, { load, beyondLimit: true }));
    };
    let report = await made(1_200);
    if (report.interrupted !== null) {
      // A machine that hangs for a second lets more of them time out.
      report = await made(15_000);
    }
    expect(loadOf(report).failures['timeout']).toBeGreaterThan(2);
    expect(report.interrupted).toBeNull();
  });

  it('lasts as long as it was to, also where the last start is long before its end', async () => {
    const service = await startReference();
    const load = { ...plan, rate: 3, durationMs: 400 };
    const record = loadOf(await run(optionsFor(service.baseUrl, service.keys.enterprise, { load })));
    expect(record.durationMs).toBe(400);
    // A machine that hangs for 67 ms misses the second start.
    expect(record.requests + record.missedStarts).toBe(2);
    expect(record.achievedRate).toBe(record.answered / 0.4);
  });

  it('does not begin beyond the allowance', async () => {
    const service = await startReference({ plans: { enterprise: { perMinute: 60, perDay: 1e6 } } });
    const report = await run(
      optionsFor(service.baseUrl, service.keys.enterprise, { load: { ...plan, rate: 2 } }),
    );
    expect(report.load).toBeNull();
    expect(report.preflight.at(-1)?.text).toContain('exceed the limit of the key, 60 per minute');
    expect(exitStatus(report)).toBe(3);
  });
});
