import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ReferenceImplementationOptions,
  type RunningImplementation,
  startReferenceImplementation,
} from '../../reference-impl/index.ts';
import type { Report } from '../../src/report/report.ts';
import { carriedOut } from '../cli/carried-out.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { every } from '../test-seed.ts';

interface WholeRun {
  readonly status: number | null;
  readonly report: Report;
}

const services: RunningImplementation[] = [];

afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
});

function storeOf(count: number) {
  const statuses = ['available', 'pending', 'sold'] as const;
  return Array.from({ length: count }, (_, index) => ({
    name: `Rex ${index}`,
    categoryId: 1n,
    status: statuses[index % 3] ?? 'sold',
  }));
}

/** A run of the real command against a reference implementation of its own, with all that a run can be given. */
async function wholeRun(
  effort: string,
  seed: number,
  narrowedBy: readonly string[] = [],
  { perMinute = 60_000, ...options }: ReferenceImplementationOptions & { readonly perMinute?: number } = {},
): Promise<WholeRun> {
  const limit = { perMinute, perDay: 5_000_000 };
  const service = await startReferenceImplementation({ ...options, plans: { enterprise: limit } });
  services.push(service);
  const folder = temporaryFolder();
  const { status } = await carriedOut(
    [
      ...['run', service.baseUrl, '--effort', effort, '--seed', String(seed), '--report-dir', folder],
      ...['--revoked-key', service.revokedKey],
      ...['--plan', 'enterprise', '--plan-limit', `enterprise=${perMinute}/5000000`],
      ...narrowedBy,
    ],
    { folder, environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise } },
  );
  return { status, report: JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) };
}

/** The MUST requirements that this version can decide, and did not. */
function undecided({ requirements }: Report): string[] {
  return requirements
    .filter(({ id, level }) => level === 'MUST' && !id.startsWith('quota/'))
    .filter(({ verdict }) => verdict === 'skipped' || verdict === 'inconclusive')
    .map(({ id }) => id);
}

describe('effort normal', () => {
  let run: WholeRun;
  beforeAll(async () => {
    run = await wholeRun('normal', 11, [], { perMinute: 1_000 });
  });

  test('decides every MUST requirement with at most 500 requests and 115 animals', () => {
    expect(run.status).toBe(0);
    expect(undecided(run.report)).toEqual([]);
    expect(run.report.run.requests).toBeLessThanOrEqual(500);
    expect(run.report.createdAnimals.length).toBeLessThanOrEqual(115);
  });

  test('sends every case to a fast service if the allowance is ample', async () => {
    const ample = await wholeRun('normal', 11);
    expect(ample.status).toBe(0);
    expect(ample.report.run.requests).toBeGreaterThan(run.report.run.requests + 100);
    expect(ample.report.run.requests).toBeLessThanOrEqual(1_500);
    const { cases } = ample.report.run;
    expect(cases).toEqual({ sent: cases?.all, all: cases?.all });
    expect(run.report.run.cases?.sent).toBeLessThan((cases?.all ?? 0) / 2);
    expect(ample.report.createdAnimals.length).toBeLessThanOrEqual(195);
  });

  test('announces with --dry-run about as many requests and animals as it needs', async () => {
    const { output } = await carriedOut(
      ['run', 'http://127.0.0.1:1/v1', '--dry-run', '--revoked-key', 'a-key-that-was-revoked'],
      { folder: tmpdir(), environment: { ANIMAL_STORE_API_KEY: 'some-key-of-the-tester' } },
    );
    const [, requests, creations] = /^total +(\d+) +(\d+)$/m.exec(output) ?? [];
    expect(Math.abs(Number(requests) - run.report.run.requests)).toBeLessThanOrEqual(20);
    expect(Math.abs(Number(creations) - run.report.createdAnimals.length)).toBeLessThanOrEqual(12);
  });
});

test('effort smoke needs at most 60 requests, and leaves undecided only what needs more', async () => {
  const { status, report } = await wholeRun('smoke', 12, [], { perMinute: 1_000 });
  expect(status).toBe(0);
  expect(report.run.requests).toBeLessThanOrEqual(60);
  expect(undecided(report)).toEqual(['list/default-limit', 'rate/remaining-counts-down']);
});

test.each([
  [0, 60],
  [75, 64],
  [120, 68],
])(
  'effort smoke needs as few with %i animals there',
  async (animals, most) => {
    const { status, report } = await wholeRun('smoke', 12, [], { animals: storeOf(animals) });
    expect(status).toBe(0);
    expect(report.run.requests).toBeLessThanOrEqual(most);
    expect(undecided(report).length).toBeLessThanOrEqual(5);
  },
  60_000,
);

test.each(every(4, [13]))('effort thorough sends generated cases too (seed %i)', async (seed) => {
  const { status, report } = await wholeRun('thorough', seed);
  expect(status).toBe(0);
  expect(report.run.requests).toBeGreaterThanOrEqual(2_000);
  expect(undecided(report)).toEqual([]);
});

test.each(['rate', 'responses'])(
  'a run narrowed to %s sends what it takes to see it on every answer',
  async (group) => {
    const { status, report } = await wholeRun('normal', 14, ['--only', `${group}/*`], { perMinute: 1_000 });
    expect(status).toBe(0);
    expect(report.requirements.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id)).toEqual(
      report.requirements.map(({ id }) => id).filter((id) => id.startsWith(`${group}/`)),
    );
  },
);
