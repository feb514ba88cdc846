import { beforeAll, describe, expect, it } from 'vitest';
import {
  faultNamed,
  faults,
  needsMeasurement,
  type RunningImplementation,
  startFaultyImplementation,
  startReferenceImplementation,
} from '../../reference-impl/index.ts';
import { requirements } from '../../suites/requirements.ts';
import { every } from '../test-seed.ts';
import { acceptedBodies } from './accepted-bodies.ts';
import { transcript } from './probe.ts';
import { probes } from './probes.ts';
import { ask, HandMadeClock, noon, post, type Reply } from './service-client.ts';

const clock = new HandMadeClock(noon);
const levels = new Map<string, string>(requirements.map(({ id, level }) => [id, level]));
/** Faults that show only at a limit, or in one body that they accept, have their own tests. */
const shownLater = 'unauthorised-creation-stored-later';
const shownAnywhere = faults.filter(
  (fault) =>
    !needsMeasurement(fault) &&
    fault.needs !== 'late-readings' &&
    fault.name !== shownLater &&
    !(fault.name in acceptedBodies) &&
    fault.part !== 'basePath',
);

/** Concurrent requests do not always overlap on a busy machine. */
const maxAttempts = 5;

describe('the fault catalogue', () => {
  it('has every name once, in lower-case words with hyphens', () => {
    const names = faults.map((fault) => fault.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  it('says what is wrong in one sentence', () => {
    expect(faults.filter((fault) => !/^[A-Za-z0-9].*\.$/.test(fault.description))).toEqual([]);
  });

  it('names requirements that exist and bind, each once', () => {
    for (const fault of faults) {
      const ids = [...fault.violates, ...fault.mayViolate];
      expect(
        ids.filter((id) => !['MUST', 'SHOULD'].includes(levels.get(id) ?? '')),
        fault.name,
      ).toEqual([]);
      expect(new Set(ids).size, fault.name).toBe(ids.length);
    }
  });

  it('has two faults made for every MUST and one for every SHOULD', () => {
    const made = faults.map((fault) => fault.violates[0]);
    const missing = requirements
      .filter(({ level }) => level !== 'OBSERVE')
      .filter(({ id, level }) => made.filter((made) => made === id).length < (level === 'MUST' ? 2 : 1));
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('is looked up by name', async () => {
    expect(faultNamed('any-key')?.violates[0]).toBe('auth/unknown-key');
    expect(faultNamed('no-such-fault')).toBeUndefined();
    await expect(startFaultyImplementation('no-such-fault')).rejects.toThrow('no-such-fault');
  });
});

describe('a service with a fault', () => {
  const expected: string[] = [];

  beforeAll(async () => {
    const reference = await startReferenceImplementation({ clock });
    for (const probe of probes) {
      expected.push(await transcript(probe, reference));
    }
    await reference.close();
  });

  it.each(every(12, shownAnywhere).map((fault) => fault.name))(
    '%s differs from the reference',
    async (name) => {
      let difference = await firstDifferenceOf(name);
      for (let attempts = 1; attempts < maxAttempts && difference === undefined; attempts += 1) {
        difference = await firstDifferenceOf(name);
      }
      expect(difference).toBeDefined();
    },
  );

  async function firstDifferenceOf(name: string): Promise<number | undefined> {
    const service = await startFaultyImplementation(name, { clock });
    try {
      const authorization = `Bearer ${service.keys.business}`;
      expect((await ask(service, '/pets?limit=7', { authorization })).status).toBeLessThan(300);
      return await firstDifference(service);
    } finally {
      await service.close();
    }
  }

  async function firstDifference(service: RunningImplementation): Promise<number | undefined> {
    for (const [index, probe] of probes.entries()) {
      if ((await transcript(probe, service)) !== expected[index]) {
        return index;
      }
    }
    return undefined;
  }
});

it(`${shownLater} stores what it refused`, async () => {
  const service = await startFaultyImplementation(shownLater);
  try {
    const refused = await post(service, '{"name":"Stranger","categoryId":1}', { authorization: null });
    expect(refused.status).toBe(401);
    await expect
      .poll(async () => (await ask(service, '/pets')).text, { timeout: 120_000 })
      .toContain('Stranger');
  } finally {
    await service.close();
  }
});

it.each([
  ['address-without-version', ''],
  ['address-with-minor-version', '/v1.0'],
  ['address-with-version-in-front', '/v1/animal-store'],
])('%s: the base URL ends after %j', async (name, path) => {
  const service = await startFaultyImplementation(name);
  try {
    const { origin } = new URL(service.baseUrl);
    expect(service.baseUrl).toBe(`${origin}${path}`);
    const asked = { authorization: `Bearer ${service.keys.business}` };
    expect((await ask(service, '/pets', asked)).status).toBe(200);
    expect((await ask({ ...service, baseUrl: `${origin}/v1` }, '/pets', asked)).status).toBe(404);
  } finally {
    await service.close();
  }
});

describe('a service with a fault and animals of its own', () => {
  async function reply(name: string, path: string): Promise<Reply> {
    const service = await startFaultyImplementation(name);
    try {
      return await ask(service, path);
    } finally {
      await service.close();
    }
  }

  it.each([
    ['default-25', '', 25],
    ['default-21', '', 21],
    ['default-10', '', 10],
    ['default-unbounded', '', 40],
    ['limit-1000-gives-all', '?limit=1000', 150],
    ['limit-101-honoured', '?limit=101', 101],
    ['limit-0-gives-all', '?limit=0', 150],
    ['limit-negative-gives-all', '?limit=-1', 150],
    ['filter-after-cut', '?status=sold', 6],
    ['default-10-with-status', '?status=sold', 10],
  ])('%s: /pets%s returns %i animals', async (name, query, count) => {
    expect((await reply(name, `/pets${query}`)).json).toHaveLength(count);
  });

  it.each([
    ['get-id-read-as-double', '9007199254740995', '9007199254740996'],
    ['get-id-rounded', '9007199254740995', '9007199254740996'],
  ])('%s: /pets/%s shows %s', async (name, id, shown) => {
    expect((await reply(name, `/pets/${id}`)).text).toContain(`"id":${shown}`);
  });
});

it.each(faults.filter(({ needs }) => needs === 'late-readings').map(({ name }) => name))(
  '%s shows 2 s after a creation',
  async (name) => {
    const late = new HandMadeClock(noon);
    const [faulty, reference] = await Promise.all([
      startFaultyImplementation(name, { clock: late }),
      startReferenceImplementation({ clock: late }),
    ]);
    const look = async (service: RunningImplementation) => {
      const authorization = `Bearer ${service.keys.business}`;
      const lists: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        lists.push((await ask(service, '/pets?status=sold', { authorization })).text);
      }
      return [...lists, (await ask(service, '/pets/7', { authorization })).text];
    };
    try {
      for (const service of [faulty, reference]) {
        const authorization = `Bearer ${service.keys.business}`;
        await post(service, '{"name":"Stranger","categoryId":1,"status":"sold"}', { authorization });
      }
      late.advance(2_000);
      expect(await look(faulty)).not.toEqual(await look(reference));
    } finally {
      await Promise.all([faulty.close(), reference.close()]);
    }
  },
);
