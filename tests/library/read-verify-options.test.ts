import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVerifyOptions } from '../../src/library/read-verify-options.ts';
import { OptionsError, type VerifyOptions } from '../../src/library/verify-options.ts';
import { requirements } from '../../suites/requirements.ts';
import { propertyRuns } from '../property-runs.ts';

const needed = { baseUrl: 'https://store.example/v1', apiKey: 'kq7Wm2Xv9Rt4Zb' };
const deep = `${'['.repeat(30)}${']'.repeat(30)}`;
const waiver = { requirement: 'list/safe', reason: 'fixed in 2.1', expires: '2099-12-31' };

async function problemWith(options: unknown): Promise<string> {
  const error = await readVerifyOptions(options as VerifyOptions).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OptionsError);
  return error instanceof Error ? error.message : '';
}

describe('the options of a program', () => {
  it('are what the run has, whatever they are', async () => {
    const options = fc.record(
      {
        plan: fc.constantFrom('free', 'pro', 'business', 'enterprise', null),
        planLimit: fc.constant({ plan: 'enterprise', perMinute: 5_000, perDay: 1_000_000 } as const),
        revokedKey: fc.constantFrom('revoked-key', null),
        quotaKey: fc.constantFrom([], [{ plan: 'pro' as const, key: 'a=b c-12345' }]),
        categoryId: fc.uniqueArray(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
        readOnly: fc.boolean(),
        effort: fc.constantFrom('smoke', 'normal', 'thorough'),
        maxRequests: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
        maxTime: fc.option(fc.integer({ min: 1, max: 2 ** 31 - 1 })),
        consistencyGrace: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        timeout: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        minute: fc.integer({ min: 1_000, max: 60_000 }),
        day: fc.integer({ min: 60_000, max: 2 ** 31 - 1 }),
        seed: fc.nat({ max: 2 ** 32 - 1 }),
        failOn: fc.constantFrom('must', 'should'),
        only: fc.shuffledSubarray(requirements.map(({ id }) => id) as string[], { minLength: 1 }),
        command: fc.string(),
      },
      { noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(options, async (given) => {
        const { run } = await readVerifyOptions({ ...needed, ...given });
        const { planLimit, quotaKey, categoryId, only, ...others } = given;
        const { maxTime, consistencyGrace, timeout, minute, day, ...same } = others;
        expect(run).toMatchObject({
          ...same,
          quotaKeys: quotaKey,
          categoryIds: categoryId,
          maxTimeMs: maxTime,
          consistencyGraceMs: consistencyGrace,
          timeoutMs: timeout,
          minuteMs: minute,
          dayMs: day,
        });
        const { plan, ...limit } = planLimit;
        expect(run.planLimits[plan]).toEqual(limit);
        expect([...run.selected].sort()).toEqual([...only].sort());
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  it('choose requirements as the command does, in the order of the catalogue', async () => {
    const only = ['version/*', 'get/stable', 'auth/missing-key', 'store/*'];
    const { run } = await readVerifyOptions({ ...needed, only, skip: ['store/*'] });
    expect(run.selected).toEqual(['auth/missing-key', 'get/stable', 'version/base-address']);
    expect(run.command).toMatch(/--only auth\/missing-key .*--skip 'store\/\*' --seed \d+$/);
  });

  it('have waivers as a file has them, without what is left out', async () => {
    const given = {
      ...waiver,
      operation: 'listPets',
      target: 'HTTPS://store.example:443/v1/',
      owner: null,
    } as const;
    const waivers = [given, waiver];
    const { run } = await readVerifyOptions({ ...needed, waivers });
    const read = { ...waiver, owner: null, link: null };
    expect(run.waivers).toEqual([
      { ...read, operation: 'listPets', target: 'https://store.example/v1', source: 'waivers[0]' },
      { ...read, operation: null, target: null, source: 'waivers[1]' },
    ]);
  });

  it.each([
    [null, 'the options must be an object: { baseUrl, apiKey }'],
    [{ apiKey: 'k' }, 'baseUrl is missing: give e.g. http://localhost:8080/v1'],
    [{ baseUrl: needed.baseUrl }, 'apiKey is missing: give the key that the run uses'],
    [{ ...needed, effrot: 'smoke' }, 'unknown option "effrot"; did you mean effort?'],
    [{ ...needed, apiKey: 7 }, 'apiKey: a value of type number is not valid'],
    [{ ...needed, readOnly: 'yes' }, 'readOnly: "yes" is not one of true, false'],
    [{ ...needed, only: [7] }, 'only: a value of type number is not valid'],
    [{ ...needed, planLimit: 5 }, 'planLimit: a value of type number is not valid'],
    [{ ...needed, quotaKey: { plan: 'free' } }, 'quotaKey: a value of type object is not valid'],
    [
      { ...needed, quotaKey: [{ plan: 'enterprise', key: 'Zb4Rt9Xv2Wm7kq' }] },
      /^quotaKey: .*: pass them with planLimit enterprise=MINUTE\/DAY$/,
    ],
    [{ ...needed, waivers: 'file' }, 'waivers: it must be a list'],
    [
      { ...needed, waivers: [{ ...waiver, owner: JSON.parse(deep) }] },
      /^waivers\[0\]\.owner: it must be of type string/,
    ],
    [{ ...needed, waivers: [null] }, /^waivers\[0\]: it must be of type object/],
    [{ ...needed, command: 7 }, 'command: it must be text'],
    [{ ...needed, onEvent: {} }, 'onEvent: it must be a function'],
    [{ ...needed, signal: new AbortController() }, 'signal: it must be an AbortSignal'],
  ])('refuse %j in one line', async (options, problem) => {
    const told = await problemWith(options);
    expect(told).toMatch(problem);
    expect(told).not.toMatch(/\n|--|kq7Wm2Xv9Rt4Zb/);
  });
});
