import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { watchedRequirements } from '../../src/watchers/start-watch.ts';
import { suiteOrder } from '../../suites/plan.ts';
import { refusedCreations, requirements } from '../../suites/requirements.ts';
import { scenarios } from '../../suites/scenarios.ts';

const folder = join(packageRoot(), 'suites');
const files = readdirSync(folder).filter((name) => name.endsWith('.suite.ts'));
const source = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');

function registered(what: 'requirement' | 'scenario'): string[] {
  return [...source.matchAll(new RegExp(`\\b${what}\\(\\s*'([^']+)'`, 'g'))].map(([, name]) => name ?? '');
}

test('every requirement outside the plan limits has one check, and every check a requirement', () => {
  const checked = [...registered('requirement'), ...refusedCreations, ...watchedRequirements].toSorted();
  const catalogue = requirements.map(({ id }) => id).filter((id) => !id.startsWith('quota/'));
  expect(checked).toEqual([...catalogue].toSorted());
});

test('every scenario that is declared is sent, and no other', () => {
  expect(registered('scenario').toSorted()).toEqual(Object.keys(scenarios).toSorted());
});

test('every suite has its place in the order', () => {
  expect(files.map((name) => name.replace('.suite.ts', '')).toSorted()).toEqual([...suiteOrder].toSorted());
});
