import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseAmounts } from '../../src/suite/case-amounts.ts';
import type { Check } from '../../src/suite/check.ts';
import { Inconclusive, OfAnotherRequirement } from '../../src/suite/outcome.ts';
import { sampleOf, sendCases } from '../../src/suite/send-cases.ts';
import type { Session } from '../../src/suite/session.ts';
import { RunStopped } from '../../src/target/target.ts';
import { type ServiceAnswer, startService } from './service.ts';
import { type SessionChanges, testSession } from './test-session.ts';

const numbers = fc.integer({ min: 1, max: 1_000 });

/** A service that answers a list with the limit that was asked for as its status, so that a test decides it. */
function limitOf(target: string): number {
  return Number(/limit=(\d+)/.exec(target)?.[1] ?? 0);
}

interface Tried {
  readonly cases: readonly number[];
  readonly generated?: fc.Arbitrary<number>;
  readonly shrinks?: fc.Arbitrary<number>;
  /** By default all, and none generated. */
  readonly amounts?: Partial<CaseAmounts>;
}

/** Sends cases of which some fail. Returns the sent and the reported numbers. */
async function tryCases(
  { amounts, ...table }: Tried,
  fails: (example: number) => boolean,
  changes: SessionChanges = {},
) {
  const service = await startService(({ target }): ServiceAnswer => {
    return { status: fails(limitOf(target)) ? 418 : 200, body: '[]' };
  });
  const { check: checkOf, session } = testSession(service.baseUrl, changes);
  session.amounts = { cases: Number.POSITIVE_INFINITY, generated: 0, ...amounts };
  const check = checkOf('list/unique-ids');
  const test = async (_check: Check, example: number): Promise<void> => {
    const answer = await check.list({ limit: example });
    if (answer.status !== 200) {
      check.violated(answer, { kind: `${example}`, message: 'refused', expected: '200' });
    }
  };
  const error = await sendCases(check, { ...table, test }).then(
    () => null,
    (reason: unknown) => reason,
  );
  const reported = session.findingsOf(check.requirement).map(({ kind }) => Number(kind));
  return { sent: service.requests.map(({ target }) => limitOf(target)), reported, error, check };
}

describe('edges', () => {
  it('are all tried, though one of them fails', async () => {
    const { sent, reported } = await tryCases({ cases: [1, 20, 100] }, (example) => example <= 20);
    expect(sent).toEqual([1, 20, 100]);
    expect(reported).toEqual([1, 20]);
  });

  it('are tried in order, as many as the run sends, and make room for generated ones', async () => {
    const sent = async (amounts: Partial<CaseAmounts>, generated?: fc.Arbitrary<number>) =>
      (await tryCases({ cases: [1, 2, 3, 4], ...(generated ? { generated } : {}), amounts }, () => false))
        .sent;
    expect(await sent({ cases: 1 })).toEqual([1]);
    expect(await sent({ cases: 3 })).toEqual([1, 2, 3]);
    expect(await sent({ cases: 9 })).toEqual([1, 2, 3, 4]);
    expect(await sent({ cases: 3, generated: 1 }, fc.constant(7))).toEqual([1, 2, 7]);
    expect(await sent({ cases: 1, generated: 0 }, fc.constant(7))).toEqual([1]);
  });

  it('that are heavy count as several', async () => {
    const service = await startService(() => ({ status: 200, body: '[]' }));
    const { check, session } = testSession(service.baseUrl);
    const tried: number[] = [];
    const test = async (_check: Check, one: number) => tried.push(one);
    session.amounts = { cases: 12, generated: 0 };
    await sendCases(check('list/unique-ids'), { cases: [1, 2, 3], weight: 6, test });
    expect(tried).toEqual([1, 2]);
  });
});

describe('further cases', () => {
  const all = Array.from({ length: 60 }, (_, index) => index + 1);

  async function further(parts: { isKeyless?: true }, fails: (one: number, session: Session) => void) {
    const service = await startService(() => ({ status: 200, body: '[]' }));
    const { check, session } = testSession(service.baseUrl);
    session.amounts = { cases: Number.POSITIVE_INFINITY, generated: 0 };
    let tried = 0;
    const test = async (_check: Check, one: number) => {
      tried += 1;
      fails(one, session);
    };
    const ended = sendCases(check('list/unique-ids'), { cases: all, test, ...parts });
    return { error: await ended.then(() => null, String), tried, asked: service.requests.length };
  }

  it('leave a check decided if they are not, and end with the twelfth of these', async () => {
    const fails = (one: number) => {
      if (one > 12 && one % 2 === 0) {
        throw new Inconclusive('no response');
      }
    };
    expect(await further({}, fails)).toMatchObject({ error: null, tried: 36 });
  });

  it('have valid requests between them', async () => {
    expect(await further({}, () => undefined)).toEqual({ error: null, tried: 60, asked: 2 });
  });

  it('without a key end where the service limits those, also because they could ban this address', async () => {
    const limits = (one: number, session: Session) => {
      session.limitsBadKeys ||= one === 20;
    };
    expect(await further({ isKeyless: true }, limits)).toMatchObject({ error: null, tried: 20 });
    expect(await further({}, limits)).toMatchObject({ tried: 60 });
  });
});

describe('a case that violates', () => {
  const fails = (one: number) => one % 10 === 0;

  it('is made smaller by what generates it, and three of these suffice', async () => {
    const shrinks = fc.constantFrom(10, 20, 30, 40, 50);
    const { reported, sent } = await tryCases({ cases: [20, 30, 1, 40, 50], shrinks }, fails);
    expect(reported).toEqual([10, 10, 10]);
    expect(sent).not.toContain(50);
  });

  it('is not reported where it holds when it is sent once more: a rule reports the response', async () => {
    let times = 0;
    const flaky = () => {
      times += 1;
      return times === 1;
    };
    const { reported, error } = await tryCases({ cases: [20], shrinks: fc.constantFrom(1, 20) }, flaky);
    expect(reported).toEqual([]);
    expect(String(error)).toContain('but not when it was sent once more');
  });

  it.each([1, 2])(
    'is reported, though the run ends after %i requests, while it is made smaller',
    async (most) => {
      const shrinks = fc.constantFrom(10, 20);
      const { reported, sent } = await tryCases({ cases: [20], shrinks }, fails, { maxRequests: most });
      expect(sent).toHaveLength(most);
      expect(reported).toEqual([20]);
    },
  );
});

describe('a case that violates another requirement', () => {
  const run = async (others: readonly number[], shrinks?: fc.Arbitrary<number>) => {
    const service = await startService(() => ({ status: 200, body: '[]' }));
    const check = testSession(service.baseUrl).check('list/unique-ids');
    const tried: number[] = [];
    const ended = sendCases(check, {
      cases: shrinks === undefined ? [1, 2, 3] : [1, 12, 13, 14, 15],
      ...(shrinks === undefined ? {} : { shrinks }),
      test: async (one, example) => {
        tried.push(example);
        if (others.includes(example)) {
          throw new OfAnotherRequirement(`see that of ${example}`);
        }
        if (example > 10) {
          one.violated(await one.list(), { kind: `${example}`, message: 'refused', expected: '200' });
        }
      },
    });
    return { error: await ended.then(() => null, String), tried };
  };

  it('decides nothing, and leaves the others to decide', async () => {
    expect(await run([1, 3])).toEqual({ error: null, tried: [1, 2, 3] });
    expect(await run([1, 2, 3])).toEqual({ error: 'Inconclusive: see that of 1', tried: [1, 2, 3] });
  });

  it('once it is made smaller leaves undecided what was not sent after three of these', async () => {
    const { error, tried } = await run([2], fc.constantFrom(2, 12, 13, 14, 15));
    expect(error).toBe('Inconclusive: see that of 2');
    expect(tried).not.toContain(15);
  });
});

describe('generated examples', () => {
  it('are made only where the edges hold', async () => {
    const examples = { cases: [1], generated: numbers, amounts: { generated: 30 } };
    expect((await tryCases(examples, (example) => example === 1)).sent).toEqual([1]);
    expect((await tryCases(examples, () => false)).sent).toHaveLength(31);
  });

  it('are the same for the same seed, and others for another seed', async () => {
    const examples = { cases: [], generated: numbers, amounts: { generated: 30 } };
    const [one, same, other] = await Promise.all([
      tryCases(examples, () => false),
      tryCases(examples, () => false),
      tryCases(examples, () => false, { seed: 8 }),
    ]);
    expect(same.sent).toEqual(one.sent);
    expect(other.sent).not.toEqual(one.sent);
    expect(sampleOf(one.check, numbers, 5)).toEqual(sampleOf(same.check, numbers, 5));
    expect(sampleOf(one.check, numbers, 0)).toEqual([]);
  });
});

describe('a failing generated example', () => {
  const examples = { cases: [], generated: numbers, amounts: { generated: 30 } };

  it('is made smaller', async () => {
    const { reported } = await tryCases(examples, (example) => example >= 10, { effort: 'thorough' });
    expect(reported).toEqual([10]);
  });

  it('costs no more requests than are spent on that', async () => {
    const large = { ...examples, generated: fc.integer({ min: 1, max: 1_000_000_000 }) };
    const { sent } = await tryCases(large, (example) => example >= 12_345);
    const first = sent.findIndex((example) => example >= 12_345);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(sent.length - first - 1).toBeLessThanOrEqual(50);
  });
});

describe('what a property throws', () => {
  const thrown = (check: Check, error: Error, after: number) => {
    let count = 0;
    check.session.amounts = { cases: 12, generated: 30 };
    const test = async () => {
      count += 1;
      if (count > after) {
        throw error;
      }
    };
    return sendCases(check, { cases: [], generated: numbers, test }).then(
      () => ({ error: null, count }),
      (reason: unknown) => ({ error: reason, count }),
    );
  };

  it('ends the examples at once and is no example to be made smaller', async () => {
    const { baseUrl } = await startService(() => 'drop');
    for (const error of [
      new RunStopped('max-requests', 'used up'),
      new Inconclusive('no response'),
      new TypeError('a mistake'),
    ]) {
      const check = testSession(baseUrl).check('list/unique-ids');
      expect(await thrown(check, error, 3)).toEqual({ error, count: 4 });
    }
  });

  it('is the end of the budget of the run, at an edge as at a generated example', async () => {
    const examples = { cases: [1, 2, 3], generated: numbers, amounts: { generated: 30 } };
    for (const maxRequests of [2, 10]) {
      const { sent, error } = await tryCases(examples, () => false, { maxRequests });
      expect(sent).toHaveLength(maxRequests);
      expect(error).toBeInstanceOf(RunStopped);
    }
  });
});
