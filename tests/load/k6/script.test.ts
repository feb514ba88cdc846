import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { tagSource } from '../../../src/animals/tag.ts';
import { wholeLoad } from '../../../src/load/shards/shard-plan.ts';
import { creationsEnd, Traffic } from '../../../src/load/traffic.ts';
import { shardOfSegment } from '../../../src/load-run/sample-reader.ts';
import { bearer } from '../../../src/target/api-request.ts';
import { propertyRuns } from '../../property-runs.ts';
import { exportedScript, seed } from './exported.ts';
import { FakeService } from './fake-service.ts';
import { runScript } from './run-script.ts';

const source = exportedScript();

describe('the script for k6', () => {
  it.each([
    ['the default mix', { list: 70, get: 20, create: 10 }],
    ['readings and creations', { list: 0, get: 3, create: 2 }],
    ['lists only', { list: 1, get: 0, create: 0 }],
  ])('sends the same requests as a load of ours: %s', async (_name, mix) => {
    const service = new FakeService();
    const { script, data } = await runScript(exportedScript({ mix }), {
      respond: (request) => service.respond(request),
      iterations: [],
    });
    const tags = tagSource(data.tag, data.nextTag);
    const traffic = new Traffic({
      mix,
      credential: bearer('key', 'api-key', 'key'),
      ids: data.ids.map(BigInt),
      category: BigInt(data.category),
      nextName: () => tags.plainName(),
      seed,
      shard: wholeLoad,
    });
    for (let iteration = 0; iteration < 1_000; iteration += 1) {
      const { method, target, body } = traffic.at(iteration).outgoing;
      expect(script.requestOf(iteration, data)).toMatchObject({ method, target, body });
    }
  });

  it('sends lists where there is no animal to read', async () => {
    const { script, data } = await runScript(source, {
      respond: (request) => new FakeService().respond(request),
      iterations: [],
    });
    const targets = Array.from({ length: 300 }, (_, k) => script.requestOf(k, { ...data, ids: [] }).target);
    expect(targets.every((target) => /^\/pets(\?|$)/.test(target))).toBe(true);
  });

  it('creates animals ahead, and reads ids that a double can not hold', async () => {
    const service = new FakeService();
    const { data, script } = await runScript(source, {
      respond: (request) => service.respond(request),
      iterations: [],
    });
    expect([data.ids.length, data.nextTag, data.problem]).toEqual([11, 11, null]);
    expect(script.exactNumber('{"id":9007199254740993,"categoryId":2}', 9007199254740992)).toBe(
      '9007199254740993',
    );
    expect(script.exactNumber('{"id":9007199254740993,"x":9007199254740992}', 9007199254740992)).toBeNull();
    expect(script.exactNumber('{"id":7}', 7)).toBe('7');
  });

  it('takes every segment of equal ones for the instance that the merge takes it for', async () => {
    const { script } = await runScript(source, {
      respond: (request) => new FakeService().respond(request),
      iterations: [],
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(499), (of, place) => {
        const index = place % of;
        const segment = `${index}/${of}:${index + 1}/${of}`;
        expect(script.instanceOf(segment)).toEqual({ index, of });
        expect(shardOfSegment(segment)).toEqual({ index, of });
      }),
      { numRuns: propertyRuns(100) },
    );
    for (const segment of ['1/3:1', '0:2/3', '1/2:1/2', 'x']) {
      expect(shardOfSegment(segment)).toBeNull();
    }
  });

  it('logs no key, neither its own nor one that a service repeats', async () => {
    const key = 'a-key-that-is-a-"secret"-5d0c';
    const { lines } = await runScript(source, {
      key,
      respond: () => ({ status: 401, headers: { 'X-Echo': key }, body: JSON.stringify({ message: key }) }),
      iterations: [],
    });
    const logged = lines
      .map((line) => /"base64":"([^"]+)"/.exec(line)?.[1] ?? '')
      .map((text) => Buffer.from(text, 'base64').toString());
    expect(logged.join('\n')).toContain('$ANIMAL_STORE_API_KEY');
    expect([...lines, ...logged].filter((text) => text.includes('5d0c'))).toEqual([]);
  });

  it.each([
    ['half of the exchanges', { share: 0.5, perSecond: 100_000 }, 1, [400, 600]],
    ['at most its bound', { share: 1, perSecond: 99 }, 1, [99, 99]],
    ['at most its part of the bound', { share: 1, perSecond: 60 }, 5, [12, 12]],
    ['one exchange at its turn, with more users than the bound', { share: 1, perSecond: 99 }, 5_000, [1, 1]],
  ] as const)('logs %s', async (_case, sample, users, [least, most]) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const service = new FakeService();
    const { lines } = await runScript(exportedScript({ sample, mix: { list: 0, get: 1, create: 0 } }), {
      users,
      respond: (request) => service.respond(request),
      iterations: Array.from({ length: 1_000 }, (_, iteration) => iteration),
    });
    const count = new Set(lines.map((line) => /"record":"(x\d+)"/.exec(line)?.[1])).size - 1;
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(most);
  });

  it.each([
    ['a rejected key', { status: 403, headers: {}, body: '{}' }, /the API key is rejected: 403/],
    ['no response', { status: 0, headers: {}, body: null, error: 'dial' }, /no response: dial/],
    ['no category that works', { status: 400, headers: {}, body: '{}' }, /no category works/],
  ])('makes no load with %s', async (_case, response, problem) => {
    const { data } = await runScript(source, { respond: () => response, iterations: [1] });
    expect(data.problem).toMatch(problem);
  });

  it('stays within the limit of the key', async () => {
    const exported = exportedScript({ rate: 2_000, beyondLimit: false });
    const service = new FakeService();
    const { data } = await runScript(exported, {
      respond: (request) => service.respond(request),
      iterations: [],
    });
    expect(data.problem).toBe('2000 requests/s exceed the limit of the key, 1000/s');
  });

  it('ends before more animals are created than a load may create', () => {
    const mix = { list: 1, get: 1, create: 1 };
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 300 }), fc.nat(1000), (maxCreations, ofLoad) => {
        const end = creationsEnd({ mix, maxCreations }, ofLoad, 10);
        const tags = tagSource('cabcdef', 1);
        const nextName = (): string => tags.plainName();
        const credential = bearer('key', 'api-key', 'key');
        const parts = { mix, credential, ids: [1n], category: 1n, nextName, seed: ofLoad, shard: wholeLoad };
        const traffic = new Traffic(parts);
        const creations = Array.from({ length: end + 1 }, (_, k) => traffic.at(k)).filter(
          ({ operation }) => operation === 'createPet',
        );
        expect(creations.length).toBe(maxCreations - 10 + 1);
        expect(traffic.at(end).operation).toBe('createPet');
      }),
      { numRuns: propertyRuns(20) },
    );
    expect(creationsEnd({ mix, maxCreations: 1e9 }, 1, 10)).toBeGreaterThan(2.99e9);
    expect(creationsEnd({ mix: { ...mix, create: 0 }, maxCreations: 10 }, 1, 10)).toBe(
      Number.MAX_SAFE_INTEGER,
    );
  });
});
