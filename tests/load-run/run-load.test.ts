import { describe, expect, it } from 'vitest';
import type { LoadTick } from '../../src/load/load-plan.ts';
import { runLoad } from '../../src/load-run/run-load.ts';
import { exitStatus } from '../../src/report/verdict-sentence.ts';
import type { LoadRecord } from '../../src/verdict/load-record.ts';
import { loadOf, optionsFor, plan, run, runUntil, startReference } from './made-load.ts';
import { closingAfterEach } from './passing-servers.ts';

describe('a closed loop', () => {
  it('accounts for every request, and omits none from its totals', async () => {
    let seen = 0;
    const service = await startReference({
      decorate: (parts) => ({
        ...parts,
        handle: (request, all) => {
          seen += 1;
          return parts.handle(request, all);
        },
      }),
    });
    const report = await run(optionsFor(service.baseUrl, service.keys.enterprise));
    const load = loadOf(report);
    const prepared = 1 + 10;
    expect(load.engines).toEqual(['autocannon']);
    // One request of each connection may begin a moment after the end of what is measured.
    expect(seen - prepared - load.requests).toBeGreaterThanOrEqual(0);
    expect(seen - prepared - load.requests).toBeLessThanOrEqual(plan.connections);
    expect(load.answered).toBe(load.requests);
    expect(load.failures).toEqual({});
    expect(load.latency.count).toBe(load.answered);
    const parts = [Object.values(load.byOperation), Object.values(load.byStatus)];
    for (const part of parts) {
      expect(part.reduce((sum, { count }) => sum + count, 0)).toBe(load.answered);
    }
    expect(['createPet', 'getPet', 'listPets']).toEqual(
      expect.arrayContaining(Object.keys(load.byOperation)),
    );
    expect(load.created).toBeGreaterThanOrEqual(10 + (load.byStatus['201']?.count ?? 0));
    expect(report.verdict).toBe('conformant');
    expect(report.counts.MUST.failed).toBe(0);
  });

  it.each([
    ['closes its connections', false, 'a connection was closed between two responses'],
    ['says that it will close them', true, 'a response announced the end of its connection'],
  ])('goes over to undici where the server %s, and loses nothing', async (_what, lingers, reason) => {
    const service = await startReference();
    const closingServer = await closingAfterEach(service.baseUrl, lingers);
    const report = await runUntil(
      ({ engines, answered }) => engines?.includes('undici') === true && answered > plan.connections,
      optionsFor(closingServer, service.keys.enterprise),
    );
    const load = loadOf(report);
    expect(load.engines).toEqual(['autocannon', 'undici']);
    expect(load.notes?.join()).toContain(reason);
    expect(load.answered).toBe(load.requests);
    expect(load.answered).toBeGreaterThan(4);
    expect(report.counts.MUST.failed).toBe(0);
  });

  it('creates no more animals than it may, and ends there', async () => {
    let created = 0;
    const service = await startReference({
      decorate: (parts) => ({
        ...parts,
        handle: (request, all) => {
          created += request.method === 'POST' ? 1 : 0;
          return parts.handle(request, all);
        },
      }),
    });
    const load = { ...plan, mix: { list: 1, get: 0, create: 1 }, durationMs: 60_000, maxCreations: 25 };
    const report = await run(optionsFor(service.baseUrl, service.keys.enterprise, { load }));
    expect(report.preflight.map(({ text }) => text)).toContain(
      "as many as the service accepts, at most 25; the interface can't delete them",
    );
    expect(report.interrupted).toContain('it reached its limit of 25 creations: raise --max-creations');
    // What was under way at that moment is withdrawn, and may have reached the service or not.
    expect(created).toBeGreaterThanOrEqual(25 - plan.connections);
    expect(created).toBeLessThanOrEqual(25);
    expect(exitStatus(report)).toBe(3);
  });

  it('is held back to the allowance that the service announces', async () => {
    const service = await startReference({ plans: { enterprise: { perMinute: 3_000, perDay: 1e6 } } });
    const load = loadOf(await run(optionsFor(service.baseUrl, service.keys.enterprise)));
    expect(load.engines).toEqual(['undici']);
    expect(load.notes?.join()).toContain('limited to 47.5 requests/s');
    expect(load.requests).toBeLessThanOrEqual(21);
    expect(load.byStatus['429']).toBeUndefined();
  });

  it('exceeds it if an option says so, and counts the refusals', async () => {
    const service = await startReference({ plans: { enterprise: { perMinute: 3, perDay: 1e6 } } });
    const options = optionsFor(service.baseUrl, service.keys.enterprise, { beyondLimit: true });
    const onlyLists = { ...plan, mix: { list: 1, get: 0, create: 0 } };
    const refused = ({ byStatus }: LoadRecord) => byStatus['429'] !== undefined;
    const load = loadOf(await runUntil(refused, { ...options, load: onlyLists }));
    expect(load.byStatus['429']?.count).toBeGreaterThan(0);
    expect(load.notes?.join()).toContain('allowed to exceed the limit');
  });

  it('counts its own preparation before it blames a refusal', async () => {
    const perMinute = 30;
    const service = await startReference({ plans: { enterprise: { perMinute, perDay: 1e6 } } });
    const options = optionsFor(service.baseUrl, service.keys.enterprise, {
      plan: 'enterprise',
      planLimits: { enterprise: { perMinute, perDay: 1e6 } },
      ownKey: true,
      beyondLimit: true,
      load: { ...plan, rate: 40, durationMs: 1_000 },
    });
    const report = await run(options);
    expect(loadOf(report).byStatus['429']?.count).toBeGreaterThan(0);
    expect(report.requirements.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });
});

describe('a load', () => {
  it('finds what fails on some answers, with its exchange and the true count', async () => {
    let answers = 0;
    const service = await startReference({
      decorate: (parts) => ({
        ...parts,
        showPet: (pet, all) => {
          answers += 1;
          return answers > 40 && answers % 3 === 0
            ? { ...parts.showPet(pet, all), status: 'lost' }
            : parts.showPet(pet, all);
        },
      }),
    });
    const report = await runUntil(() => answers > 100, optionsFor(service.baseUrl, service.keys.enterprise));
    const schema = report.requirements.find(({ id }) => id === 'responses/schema');
    expect(schema?.verdict).toBe('failed');
    const [finding] = schema?.findings ?? [];
    expect(finding?.message).toMatch(/at about \d+ requests\/s$/);
    expect(report.exchanges.some(({ number }) => number === finding?.exchanges[0])).toBe(true);
    expect(
      loadOf(report).deviations?.some(
        ({ requirement, count }) => requirement === 'responses/schema' && count > 0,
      ),
    ).toBe(true);
    expect(exitStatus(report)).toBe(1);
  });

  it('ends with what was learnt when it is interrupted', async () => {
    const service = await startReference();
    const controller = new AbortController();
    const listener = {
      event: () => {},
      // A busy machine may not have any response in the first second.
      tick: ({ phase, answeredPerSecond }: LoadTick) => {
        if (phase === 'measuring' && answeredPerSecond > 0) {
          controller.abort();
        }
      },
    };
    const options = optionsFor(service.baseUrl, service.keys.enterprise, {
      load: { ...plan, durationMs: 60_000 },
    });
    const report = await runLoad(options, listener, controller.signal);
    expect(report.interrupted).toBe('interrupted by the user');
    expect(loadOf(report).answered).toBeGreaterThan(0);
    expect(loadOf(report).durationMs).toBeLessThan(60_000);
    expect(exitStatus(report)).toBe(3);
  });
});
