import { describe, expect, it } from 'vitest';
import { ConformanceError, endTest } from '../../../src/library/vitest/end-test.ts';
import type { TestCase } from '../../../src/report/test-cases.ts';

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
      'Reproduce: curl -H "Authorization: Bearer $ANIMAL_STORE_API_KEY"\nRerun:     run x --only \'list/safe\'';
    const [failed = ''] = await told({ outcome: 'failed', text });
    expect(failed).toMatch(/-t list\/safe\nSet first: ANIMAL_STORE_API_KEY \(option apiKey\)$/);
  });

  it('names the command of Vitest to run it again, and the seed', async () => {
    const line = (only: string) =>
      `Rerun:     npx animal-store-conformance run http://h ${only} --seed 42 --effort normal`;
    const first = line("--only 'list/safe'");
    const second = line("--only 'list/safe' --only 'get/stable'");
    const text = `Finding: x\n${first}\n\nFinding: y\n${second}`;
    expect(await told({ outcome: 'failed', text })).toEqual([
      [
        'failed: Finding: x',
        "Rerun:     npx vitest run 'tests/my api.test.ts' -t list/safe",
        'Seed:      42 (option seed)',
        '',
        'Finding: y',
        "Rerun:     npx vitest run 'tests/my api.test.ts' -t '(list/safe|get/stable)'",
        'Seed:      42 (option seed)',
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
