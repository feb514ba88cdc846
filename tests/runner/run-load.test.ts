import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ReferenceImplementationOptions,
  startReferenceImplementation,
} from '../../reference-impl/index.ts';
import type { LoadPlan } from '../../src/load/load-plan.ts';
import { defaultMix } from '../../src/load/mix.ts';
import { parseObjective } from '../../src/load/objective.ts';
import { exitStatus } from '../../src/report/exit-status.ts';
import type { Report } from '../../src/report/report.ts';
import type { LoadOptions } from '../../src/runner/load-options.ts';
import { runLoad } from '../../src/runner/run-load.ts';
import type { LoadRecord } from '../../src/verdict/load-record.ts';
import { closeAfterwards } from '../target/test-target.ts';
import { closingAfterEach, startHanging } from './passing-servers.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'load-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const ample = { enterprise: { perMinute: 1e9, perDay: 1e12 } };
const plan: LoadPlan = {
  rate: null,
  connections: 4,
  durationMs: 400,
  warmupMs: 0,
  rampMs: 0,
  mix: defaultMix,
  timeoutMs: 5_000,
  maxCreations: 1_000_000,
  objectives: [],
};

async function startReference(options: ReferenceImplementationOptions = {}) {
  return closeAfterwards(await startReferenceImplementation({ plans: ample, ...options }));
}

function optionsFor(baseUrl: string, apiKey: string, more: Partial<LoadOptions> = {}): LoadOptions {
  return {
    baseUrl,
    apiKey,
    plan: null,
    planLimits: {},
    minuteMs: 60_000,
    dayMs: 86_400_000,
    categoryIds: [],
    seed: 42,
    reportDir: folder,
    command: 'load',
    load: plan,
    ownKey: false,
    beyondLimit: false,
    failOn: 'must',
    ...more,
  };
}

function loadOf(report: Report) {
  if (report.load === null) {
    throw new Error('the report is not one of a load');
  }
  return report.load;
}

const silent = { event: () => {}, tick: () => {} };
const never = new AbortController().signal;

function run(options: LoadOptions, signal: AbortSignal = never): Promise<Report> {
  return runLoad(options, silent, signal);
}

/** Longer and longer loads, until one did enough: how much a machine does in a while is its own business. */
async function runUntil(isEnough: (load: LoadRecord) => boolean, options: LoadOptions): Promise<Report> {
  for (let { durationMs } = options.load; ; durationMs *= 4) {
    const reportDir = mkdtempSync(join(folder, 'longer-'));
    const report = await run({ ...options, reportDir, load: { ...options.load, durationMs } });
    if (isEnough(loadOf(report)) || durationMs > 10_000) {
      return report;
    }
  }
}

describe('a closed loop', () => {
  it('balances its books to the request, and leaves nothing out of its figures', async () => {
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
    expect(report.verdict === 'conformant' || load.invalid !== null).toBe(true);
    expect(report.counts.MUST.failed).toBe(0);
  });

  it('goes over to undici where the server closes its connections, and loses nothing', async () => {
    const service = await startReference();
    const closingServer = await closingAfterEach(service.baseUrl);
    const report = await runUntil(
      ({ engines }) => engines?.includes('undici') === true,
      optionsFor(closingServer, service.keys.enterprise),
    );
    const load = loadOf(report);
    expect(load.engines).toEqual(['autocannon', 'undici']);
    expect(load.notes?.join()).toContain('a connection was closed between two answers');
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
      "as many as the service takes, at most 25; they can't be deleted",
    );
    expect(report.interrupted).toContain('it started the 25 creations that it may: raise --max-creations');
    // What was under way at that moment is withdrawn, and may have reached the service or not.
    expect(created).toBeGreaterThanOrEqual(25 - plan.connections);
    expect(created).toBeLessThanOrEqual(25);
    expect(exitStatus(report)).toBe(3);
  });

  it('is held back to the allowance that the service announces', async () => {
    const service = await startReference({ plans: { enterprise: { perMinute: 3_000, perDay: 1e6 } } });
    const load = loadOf(await run(optionsFor(service.baseUrl, service.keys.enterprise)));
    expect(load.engines).toEqual(['undici']);
    expect(load.notes?.join()).toContain('held back to 47.5 requests a second');
    expect(load.requests).toBeLessThanOrEqual(21);
    expect(load.byStatus['429']).toBeUndefined();
  });

  it('goes beyond it where it is told to, and counts the refusals', async () => {
    const service = await startReference({ plans: { enterprise: { perMinute: 3, perDay: 1e6 } } });
    const options = optionsFor(service.baseUrl, service.keys.enterprise, { beyondLimit: true });
    const onlyLists = { ...plan, mix: { list: 1, get: 0, create: 0 } };
    const refused = ({ byStatus }: LoadRecord) => byStatus['429'] !== undefined;
    const load = loadOf(await runUntil(refused, { ...options, load: onlyLists }));
    expect(load.byStatus['429']?.count).toBeGreaterThan(0);
    expect(load.notes?.join()).toContain('allowed to go beyond the limit');
  });
});

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
    expect(exitStatus(report)).toBe(load.invalid === null ? 1 : 3);
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
    expect(record.notes?.join()).toContain('stopped answering');
    expect(record.invalid ?? '').not.toContain('--connections');
    expect(exitStatus(judged)).toBe(record.invalid === null ? 1 : 3);
  });

  it('has no verdict on a service that went away, where nothing was asked of it', async () => {
    const service = await startReference();
    const hanging = await startHanging(service.baseUrl, (number) => number <= 12);
    const load = { ...plan, durationMs: 500, timeoutMs: 1_200, connections: 4 };
    const report = await run(optionsFor(hanging, service.keys.enterprise, { load, beyondLimit: true }));
    expect(report.interrupted).toMatch(/^the service stopped answering: the last \d+ requests/);
    expect(exitStatus(report)).toBe(3);
  });

  it('has no verdict where nothing at all was answered, however little was asked', async () => {
    const service = await startReference();
    const hanging = await startHanging(service.baseUrl, (number) => number <= 11);
    const load = { ...plan, rate: 5, durationMs: 300, timeoutMs: 300 };
    const report = await run(optionsFor(hanging, service.keys.enterprise, { load }));
    expect(report.interrupted).toBe('the service answered none of 2 requests');
    expect(exitStatus(report)).toBe(3);
  });

  it('does not take a service for gone that leaves a few requests hanging', async () => {
    const service = await startReference();
    const hanging = await startHanging(service.baseUrl, (number) => number < 20 || number % 10 !== 0);
    const load = { ...plan, rate: 200, durationMs: 400, timeoutMs: 1_200, connections: 200 };
    const report = await run(optionsFor(hanging, service.keys.enterprise, { load, beyondLimit: true }));
    expect(loadOf(report).failures['timeout']).toBeGreaterThan(2);
    expect(report.interrupted).toBeNull();
  });

  it('lasts as long as it was to, also where the last start is long before its end', async () => {
    const service = await startReference();
    const load = { ...plan, rate: 3, durationMs: 400 };
    const record = loadOf(await run(optionsFor(service.baseUrl, service.keys.enterprise, { load })));
    expect(record.durationMs).toBe(400);
    expect(record.requests).toBe(2);
    expect(record.achievedRate).toBe(5);
  });

  it('does not begin beyond the allowance', async () => {
    const service = await startReference({ plans: { enterprise: { perMinute: 60, perDay: 1e6 } } });
    const report = await run(
      optionsFor(service.baseUrl, service.keys.enterprise, { load: { ...plan, rate: 2 } }),
    );
    expect(report.load).toBeNull();
    expect(report.preflight.at(-1)?.text).toContain('more than the allowance of the key, 60 a minute');
    expect(exitStatus(report)).toBe(3);
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
    expect(finding?.message).toMatch(/at about \d+ requests a second$/);
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
      tick: () => controller.abort(),
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

  it('says where the key is refused, and blames the service for nothing', async () => {
    const service = await startReference();
    const refused = await run(optionsFor(service.baseUrl, 'noSuchKey42'));
    expect(refused.preflight.at(-1)?.text).toContain('the key is refused');
    expect(exitStatus(refused)).toBe(3);
  });

  it('writes the key nowhere', async () => {
    const service = await startReference();
    await run(optionsFor(service.baseUrl, service.keys.enterprise));
    expect(readFileSync(join(folder, 'journal.ndjson'), 'utf8')).not.toContain(service.keys.enterprise);
  });
});
