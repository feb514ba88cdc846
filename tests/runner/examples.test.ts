import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Check } from '../../src/runner/check.ts';
import { type Examples, forExamples, sampleOf } from '../../src/runner/examples.ts';
import { AnswerWithheld, Inconclusive } from '../../src/runner/outcome.ts';
import { RunStopped } from '../../src/target/target.ts';
import { type ServiceAnswer, startService } from './service.ts';
import { type SessionChanges, testSession } from './test-session.ts';

const numbers = fc.integer({ min: 1, max: 1_000 });

/** A service that answers a list with the limit that was asked for as its status, so that a test decides it. */
function limitOf(target: string): number {
  return Number(/limit=(\d+)/.exec(target)?.[1] ?? 0);
}

interface Amounts {
  readonly cases?: number;
  readonly generated?: number;
}

/** The check with these amounts in its plan. */
function planned(check: Check, amounts: Amounts): Check {
  return Object.defineProperty(check, 'plan', { value: { ...check.plan, ...amounts } });
}

/** Tests a property that fails for some numbers. Returns the sent and the reported numbers. */
async function tryExamples(
  { cases, generated, ...examples }: Examples<number> & Amounts,
  fails: (example: number) => boolean,
  changes: SessionChanges = {},
) {
  const service = await startService(({ target }): ServiceAnswer => {
    return { status: fails(limitOf(target)) ? 418 : 200, body: '[]' };
  });
  const test = testSession(service.baseUrl, changes);
  const check = planned(test.check('list/unique-ids'), {
    ...(cases === undefined ? {} : { cases }),
    ...(generated === undefined ? {} : { generated }),
  });
  const deviations: number[] = [];
  const property = async (example: number): Promise<void> => {
    const answer = await check.list({ limit: example });
    if (answer.status !== 200) {
      deviations.push(example);
      check.deviation(answer, { kind: `status-${answer.status}`, message: 'refused', expected: '200' });
    }
  };
  const error = await forExamples(check, examples, property).then(
    () => null,
    (reason: unknown) => reason,
  );
  return { sent: service.requests.map(({ target }) => limitOf(target)), deviations, error, check };
}

describe('edges', () => {
  it('are all tried, though one of them fails', async () => {
    const { sent, deviations } = await tryExamples({ edges: [1, 20, 100] }, (example) => example <= 20);
    expect(sent).toEqual([1, 20, 100]);
    expect(deviations).toEqual([1, 20]);
  });

  it('are tried in order, as many as the run plans', async () => {
    const edges = [1, 2, 3, 4];
    expect((await tryExamples({ edges, cases: 1 }, () => false)).sent).toEqual([1]);
    expect((await tryExamples({ edges, cases: 2 }, () => false)).sent).toEqual([1, 2]);
    expect((await tryExamples({ edges, cases: 9 }, () => false)).sent).toEqual([1, 2, 3, 4]);
  });
});

describe('an answer that is withheld', () => {
  const withheldFor = async (numbers: readonly number[]) => {
    const service = await startService(() => ({ status: 200, body: '[]' }));
    const check = testSession(service.baseUrl).check('list/unique-ids');
    const tried: number[] = [];
    const ended = forExamples(check, { edges: [1, 2, 3, 4, 5] }, async (example) => {
      tried.push(example);
      if (numbers.includes(example)) {
        throw new AnswerWithheld(`no answer to ${example}`);
      }
    });
    return { tried, error: await ended.then(() => null, String) };
  };

  it('does not keep the other edges from being tried', async () => {
    expect(await withheldFor([1, 3])).toEqual({
      tried: [1, 2, 3, 4, 5],
      error: 'Inconclusive: no answer to 3',
    });
  });

  it('ends the check when it happens again and again', async () => {
    expect(await withheldFor([1, 2, 3])).toEqual({ tried: [1, 2, 3], error: 'Inconclusive: no answer to 3' });
  });
});

describe('generated examples', () => {
  it('are made only where the edges hold', async () => {
    const examples = { edges: [1], arbitrary: numbers, generated: 30 };
    expect((await tryExamples(examples, (example) => example === 1)).sent).toEqual([1]);
    expect((await tryExamples(examples, () => false)).sent).toHaveLength(31);
  });

  it('are not generated if the run plans none', async () => {
    const examples = { edges: [1], arbitrary: numbers, generated: 0 };
    expect((await tryExamples(examples, () => false)).sent).toEqual([1]);
  });

  it('are the same for the same seed, and others for another seed', async () => {
    const examples = { edges: [], arbitrary: numbers, generated: 30 };
    const [one, same, other] = await Promise.all([
      tryExamples(examples, () => false),
      tryExamples(examples, () => false),
      tryExamples(examples, () => false, { seed: 8 }),
    ]);
    expect(same.sent).toEqual(one.sent);
    expect(other.sent).not.toEqual(one.sent);
    expect(sampleOf(one.check, numbers, 5)).toEqual(sampleOf(same.check, numbers, 5));
    expect(sampleOf(one.check, numbers, 0)).toEqual([]);
  });
});

describe('a failing generated example', () => {
  const examples = { edges: [], arbitrary: numbers, generated: 30 };

  it('is made smaller', async () => {
    const { deviations } = await tryExamples(examples, (example) => example >= 10, { effort: 'thorough' });
    expect(Math.min(...deviations)).toBe(10);
  });

  it.each([
    ['smoke', 4],
    ['normal', 16],
  ] as const)('costs no more requests than the budget: %s', async (effort, budget) => {
    const large = { ...examples, arbitrary: fc.integer({ min: 1, max: 1_000_000_000 }) };
    const { sent } = await tryExamples(large, (example) => example >= 12_345, { effort });
    const first = sent.findIndex((example) => example >= 12_345);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(sent.length - first - 1).toBe(budget);
  });
});

describe('what a property throws', () => {
  const thrown = (check: Check, error: Error, after: number) => {
    let count = 0;
    return forExamples(planned(check, { generated: 30 }), { edges: [], arbitrary: numbers }, async () => {
      count += 1;
      if (count > after) {
        throw error;
      }
    }).then(
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
    const examples = { edges: [1, 2, 3], arbitrary: numbers, generated: 30 };
    for (const maxRequests of [2, 10]) {
      const { sent, error } = await tryExamples(examples, () => false, { maxRequests });
      expect(sent).toHaveLength(maxRequests);
      expect(error).toBeInstanceOf(RunStopped);
    }
  });
});
