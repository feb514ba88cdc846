import { expect, test } from 'vitest';
import { renderSummary } from '../../src/report/artifacts/summary.ts';
import { renderHtml } from '../../src/report/html.tsx';
import { rerunCommand, variablesToSet } from '../../src/report/rerun.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import type { RunArguments, RunHeader } from '../../src/verdict/run-event.ts';
import { exchange, exchanged, foldRun, found, runFinished, runStarted } from './made-up-run.ts';

const baseUrl = 'http://127.0.0.1:8080/v1';

function rerun(argv: Partial<RunArguments>, ...ids: readonly string[]): string {
  return rerunWith({ argv: { target: baseUrl, checks: [], planLimits: [], wholeRun: [], ...argv } }, ...ids);
}

function rerunWith(changes: Partial<RunHeader>, ...ids: readonly string[]): string {
  const event = runStarted(changes);
  return event.type === 'run-started' ? rerunCommand(event.header, ids) : '';
}

test('how plan limits are measured is in it only if a requirement is about them', () => {
  const planLimits = ['--quota-key', 'free=$ANIMAL_STORE_QUOTA_KEY_1', '--day-quota'];
  expect(rerun({ planLimits }, 'rate/headers-present', 'quota/body')).toBe(
    `npx animal-store-conformance run ${baseUrl} --quota-key "free=$ANIMAL_STORE_QUOTA_KEY_1" --day-quota --only 'rate/headers-present' --only 'quota/body' --seed 42 --effort normal`,
  );
  expect(rerun({ planLimits }, 'list/safe')).not.toMatch(/quota/);
});

test('the variables of its secrets are named, each once and with its meaning, except that of the API key', () => {
  const planLimits = [
    '--quota-key',
    'free=$ANIMAL_STORE_QUOTA_KEY_1',
    '--quota-key',
    'pro=$ANIMAL_STORE_QUOTA_KEY_2',
  ];
  const checks = ['--header', 'X-Gate: $ANIMAL_STORE_HEADER_1', '--revoked-key', '$ANIMAL_STORE_REVOKED_KEY'];
  const curl = `curl -H "Authorization: Bearer \${ANIMAL_STORE_QUOTA_KEY_2%?}" -H "X-Gate: $ANIMAL_STORE_HEADER_1"`;
  expect(variablesToSet(rerun({ planLimits, checks }, 'quota/body'), curl)).toBe(
    'ANIMAL_STORE_QUOTA_KEY_1 and ANIMAL_STORE_QUOTA_KEY_2 (the quota keys, numbered in the order given; the run was exhausting them); ' +
      'ANIMAL_STORE_HEADER_1 (the values of --header, numbered in the order given); ANIMAL_STORE_REVOKED_KEY (the revoked key)',
  );
  expect(variablesToSet('curl -H "Authorization: Bearer $ANIMAL_STORE_API_KEY"', null)).toBe('');
});

test('every report says what to set, beside the commands', () => {
  const id = 'quota/retry-after-present';
  const argv = { checks: [], planLimits: ['--quota-key', 'free=$ANIMAL_STORE_QUOTA_KEY_1'], wholeRun: [] };
  const started = runStarted({ selected: [id], argv: { target: baseUrl, ...argv } });
  const report = foldRun([started, exchanged(exchange(1, id)), found(id, 1), runFinished()]);
  const words =
    /Set first:?\s+ANIMAL_STORE_QUOTA_KEY_1 \(the\s+quota keys, numbered\s+in the order given; the run/;
  expect(renderTerminal(report, { columns: 100, color: false })).toMatch(words);
  expect(renderHtml(report)).toMatch(words);
  expect(renderSummary(report)).toMatch(words);
});
