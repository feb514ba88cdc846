import { describe, expect, it } from 'vitest';
import {
  ConformanceError,
  endTest,
  refuseHindered,
  refuseUnfinished,
} from '../../../src/library/vitest/end-test.ts';
import { type TestCase, testCases } from '../../../src/report/artifacts/test-cases.ts';
import type { RunEvent } from '../../../src/verdict/run-event.ts';
import { faultless, found, madeReport, runFinished, undecided } from '../../report/made-up-run.ts';

const passed: TestCase = {
  suite: 'list',
  name: 'list/safe',
  outcome: 'passed',
  kind: 'passed',
  message: '',
  text: 'Lists change nothing. Seen in 3 exchanges.',
  durationMs: 12,
};

/** What the test of a requirement does by its verdict. */
async function told(changes: Partial<TestCase> | null, mustBeDecided = false) {
  const said: string[] = [];
  const context = {
    expect,
    task: { name: 'list/safe', file: { name: 'tests/my api.test.ts' } },
    skip: (note: unknown) => {
      said.push(`skipped: ${note}`);
      return undefined as never;
    },
    annotate: async (message: string, type: unknown = 'notice') => {
      said.push(`${type}: ${message}`);
      return { message, type: String(type) };
    },
  };
  const verdict = changes === null ? undefined : { ...passed, ...changes };
  await endTest(verdict, mustBeDecided, context).catch((error: unknown) => {
    expect(error).toBeInstanceOf(ConformanceError);
    said.push(`failed: ${error instanceof Error ? error.message : ''}`);
  });
  return said;
}

describe('the test of a requirement', () => {
  it('passes without a word where it holds', async () => {
    expect(await told({})).toEqual([]);
  });

  it.each(['failed', 'error'] as const)('fails with the whole text where its case is %s', async (outcome) => {
    expect(await told({ outcome, kind: 'MUST', message: 'short', text: 'found: …\ncurl …' })).toEqual([
      'failed: found: …\ncurl …',
    ]);
  });

  it('names the variable of the key if a command reads it', async () => {
    const text =
      'Reproduce:    curl -H "Authorization: Bearer $ANIMAL_STORE_API_KEY"\nRerun:        run x --only \'list/safe\'';
    const [failed = ''] = await told({ outcome: 'failed', text });
    expect(failed).toMatch(/-t list\/safe\nSet first: ANIMAL_STORE_API_KEY \(option apiKey\)$/);
  });

  it('names the command of Vitest to run it again, and the seed', async () => {
    const line = (only: string) =>
      `Rerun:        npx animal-store-conformance run http://h ${only} --seed 42 --effort normal`;
    const first = line("--only 'list/safe'");
    const second = line("--only 'list/safe' --only 'get/stable'");
    const text = `Finding: x\n${first}\n\nFinding: y\n${second}`;
    expect(await told({ outcome: 'failed', text })).toEqual([
      [
        'failed: Finding: x',
        "Rerun:        npx vitest run 'tests/my api.test.ts' -t list/safe",
        'Seed:         42 (option seed)',
        '',
        'Finding: y',
        "Rerun:        npx vitest run 'tests/my api.test.ts' -t '(list/safe|get/stable)'",
        'Seed:         42 (option seed)',
      ].join('\n'),
    ]);
  });

  it('passes with an annotation', async () => {
    expect(await told({ kind: 'warned', text: 'Warning: no Allow' })).toEqual(['warning: Warning: no Allow']);
    expect(await told({ kind: 'observed', text: 'Observed: 400' })).toEqual(['observed: Observed: 400']);
  });

  it.each(['skipped', 'inconclusive', 'waived'])(
    'is skipped with the reason where it is %s',
    async (kind) => {
      const message = `${kind}: give --revoked-key and --quota-key PLAN=KEY`;
      expect(await told({ outcome: 'skipped', kind, message })).toEqual([
        `skipped: ${kind}: give revokedKey and quotaKey`,
      ]);
    },
  );

  it('fails where it was not decided and has to be, but not where that is waived', async () => {
    const left = { outcome: 'skipped', kind: 'inconclusive', message: 'inconclusive: no list' } as const;
    expect(await told(left, true)).toEqual([expect.stringMatching(/^failed: inconclusive: no list\n/)]);
    expect(await told({ ...left, kind: 'waived' }, true)).toEqual([expect.stringMatching(/^skipped: /)]);
  });

  it('is skipped where there was no run', async () => {
    expect(await told(null)).toEqual(['skipped: it was not verified']);
  });

  it('has an error that shows no line of this package', () => {
    expect(new ConformanceError('a\nb').stack).toBe('ConformanceError: a\nb');
  });
});

function refusals(events: readonly RunEvent[], interrupted: string | null = null): string[] {
  const selected = ['auth/missing-key', 'list/safe'];
  const report = madeReport(events, { selected }, runFinished(interrupted));
  return [() => refuseHindered(report), () => refuseUnfinished(report, testCases(report), selected)].flatMap(
    (refuse) => {
      try {
        refuse();
        return [];
      } catch (error) {
        return [String(error)];
      }
    },
  );
}

const preflight = (outcome: 'good' | 'problem'): RunEvent => ({
  type: 'preflight',
  step: {
    name: 'key',
    outcome,
    text: 'the key is refused: 401',
    remedy: outcome === 'problem' ? 'give the key of this environment' : null,
  },
});

describe('a run in Vitest', () => {
  it('says nothing more than its tests where there is a verdict', () => {
    expect(refusals([preflight('good'), ...faultless(['auth/missing-key', 'list/safe'])])).toEqual([]);
    expect(refusals([...faultless(['auth/missing-key']), found('auth/missing-key', 1)])).toEqual([]);
  });

  it('fails as a whole for a violation without a test that leaves a tested requirement undecided', () => {
    const events = [
      undecided('auth/missing-key', 'inconclusive', 'fix responses/schema first'),
      ...faultless(['list/safe']),
    ];
    const violated = /^ConformanceError: The body of every 200/;
    expect(refusals(events)[0]).not.toMatch(violated);
    expect(refusals([...events, found('responses/media-type', 1)])[0]).not.toMatch(violated);
    expect(refusals([...events, found('responses/schema', 1)])[0]).toMatch(violated);
  });

  it('fails as a whole where the service can not be verified, with what to do', () => {
    expect(refusals([preflight('problem')])[0]).toBe(
      'ConformanceError: No verdict: the key is refused: 401.\nFix: give the key of this environment',
    );
  });

  it('fails beside its tests where it was interrupted, or the suite itself is wrong', () => {
    expect(refusals(faultless(['auth/missing-key']), 'the service stopped answering')).toEqual([
      expect.stringContaining('the service stopped answering'),
    ]);
    const wrong: RunEvent = { type: 'internal-error', requirement: null, message: 'boom' };
    expect(refusals([...faultless(['auth/missing-key']), wrong])).toEqual([
      expect.stringContaining('internal error of the suite: boom'),
    ]);
  });

  it('fails where it tried and could decide nothing, but not where it had nothing to try', () => {
    const ids = ['auth/missing-key', 'list/safe'];
    expect(refusals(ids.map((id) => undecided(id, 'skipped', 'it needs a key')))).toEqual([]);
    expect(refusals(ids.map((id) => undecided(id, 'inconclusive', 'no answer was whole')))).toHaveLength(1);
  });
});
