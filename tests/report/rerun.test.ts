import { expect, test } from 'vitest';
import { rerunCommand } from '../../src/report/rerun.ts';
import type { RunArguments, RunHeader } from '../../src/verdict/run-event.ts';
import { runStarted } from './made-up-run.ts';

const baseUrl = 'http://127.0.0.1:8080/v1';

function rerun(argv: Partial<RunArguments>, ...ids: readonly string[]): string {
  return rerunWith({ argv: { target: baseUrl, checks: [], planLimits: [], wholeRun: [], ...argv } }, ...ids);
}

function rerunWith(changes: Partial<RunHeader>, ...ids: readonly string[]): string {
  const event = runStarted(changes);
  return event.type === 'run-started' ? rerunCommand(event.header, ids) : '';
}

test('it has the target, what the checks need, the seed and the effort, and not what only the whole run needs', () => {
  const checks = ['--read-only', '--category-id', '7', '--config', 'my config.json'];
  expect(rerun({ checks, wholeRun: ['--fail-on', 'should'] }, 'list/safe', 'get/stable')).toBe(
    `npx animal-store-conformance run ${baseUrl} --read-only --category-id 7 --config 'my config.json' --only 'list/safe' --only 'get/stable' --seed 42 --effort normal`,
  );
});

test('how plan limits are measured is in it only if a requirement is about them', () => {
  const planLimits = ['--quota-key', 'free=$ANIMAL_STORE_QUOTA_KEY_1', '--day-quota'];
  expect(rerun({ planLimits }, 'rate/headers-present', 'quota/body')).toBe(
    `npx animal-store-conformance run ${baseUrl} --quota-key "free=$ANIMAL_STORE_QUOTA_KEY_1" --day-quota --only 'rate/headers-present' --only 'quota/body' --seed 42 --effort normal`,
  );
  expect(rerun({ planLimits }, 'list/safe')).not.toMatch(/quota/);
});

test.each([
  ['--reference', '--reference'],
  ['staging', 'staging'],
  ['http://h/a&b', "'http://h/a&b'"],
])('the target is that of the run: %s', (target, written) => {
  expect(rerun({ target }, 'list/safe')).toContain(` run ${written} --only`);
});

test('what was found under load or in a recording is shown by the same command', () => {
  const event = runStarted({ kind: 'load', command: 'npx x load y' });
  if (event.type === 'run-started') {
    const { argv: _, ...header } = event.header;
    expect(rerunCommand(header, ['list/safe'])).toBe('npx x load y');
  }
});
