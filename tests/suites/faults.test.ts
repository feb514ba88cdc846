import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { canBeMixed, faults, needsMeasurement, variants } from '../../reference-impl/index.ts';
import type { SelfCheckReport } from '../../src/self-check/self-check-report.ts';
import { requirements } from '../../suites/requirements.ts';
import { runCommand } from '../cli/command.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { every } from '../test-seed.ts';

const mixtures = 6;
const longestMs = 600_000;

const tried = requirements.filter(({ id, level }) => level !== 'OBSERVE' && !id.startsWith('quota/'));

/** The first fault that was made for each requirement. What needs a measurement of plan limits has tests of its own. */
const chosen = tried
  .map(({ id }) => faults.find((fault) => fault.violates[0] === id && !needsMeasurement(fault)))
  .filter((fault) => fault !== undefined);

const mostTogether = 6;

/** Every variant, a few compatible ones in each service. */
function variantsTogether(): string[][] {
  const groups: string[][] = [];
  for (const { name } of variants) {
    const fitting = groups.find(
      (group) => group.length < mostTogether && group.every((other) => canBeMixed(other, name)),
    );
    if (fitting === undefined) {
      groups.push([name]);
    } else {
      fitting.push(name);
    }
  }
  return groups;
}

const groups = every(4, variantsTogether());

// The suite as shipped, by the real command: the first fault of each requirement, a share of the variants, and mixtures
// of many at once. All faults, and each variant alone, would take longer than a test may: that is `self-check` without
// any option.
describe('the suite, tried by self-check on a fault for each requirement and on what is unusual', () => {
  let folder = '';
  let ended: Awaited<ReturnType<typeof runCommand>>;
  let report: SelfCheckReport;

  beforeAll(async () => {
    folder = temporaryFolder();
    ended = await runCommand(
      [
        ...['self-check', '--skip', 'quota/*', '--mixtures', String(mixtures)],
        ...groups.flatMap((group) => ['--variant', group.join('+')]),
        ...chosen.flatMap(({ name }) => ['--fault', name]),
        ...['--seed', '7', '--report-dir', folder],
      ],
      { folder },
    );
    report = JSON.parse(readFileSync(join(folder, 'self-check.json'), 'utf8'));
  }, longestMs);

  test('names every requirement that a fault violates, and no other one', () => {
    const wrong = report.faults.flatMap(({ name, cells, errors }) => [
      ...cells
        .filter(({ outcome }) => outcome === 'missed' || outcome === 'misattributed')
        .map((cell) => [name, cell]),
      ...errors.map((error) => [name, error]),
    ]);
    expect(wrong).toEqual([]);
    expect(report.totals.caught).toBe(tried.length);
  });

  test('flags no variant and no mixture', () => {
    expect(report.conforming.filter(({ outcome }) => outcome !== 'cleared')).toEqual([]);
    expect(report.totals.cleared).toBe(groups.length + mixtures);
  });

  test('ends with 0', () => {
    expect(ended.messages).not.toContain('internal error');
    expect(ended.status).toBe(0);
    expect(report.verdict).toBe('proven');
  });
});
