import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { page } from '../../field-trials/harness/page.ts';
import { readResults } from '../../field-trials/harness/results.ts';
import { fieldTrials, readSubjects } from '../../field-trials/harness/subject.ts';

const subjects = readSubjects();

test('docs/field-trials.md is what the subjects and their last trials make', () => {
  const published = readFileSync(join(fieldTrials, '..', 'docs', 'field-trials.md'), 'utf8');
  expect(published, 'npm run field-trials -- NAME --write-page writes it').toBe(
    page(subjects, readResults()),
  );
});

test('what has no fix of its own shares the reason or the fix of another', () => {
  const [subject] = subjects;
  if (subject === undefined) {
    throw new Error('no subjects');
  }
  const fails = { 'list/safe': 'one cause', 'get/stable': 'one cause', 'get/unknown-id': 'another cause' };
  const truth = {
    ...subject.truth,
    fails,
    warns: {},
    fix: { 'list/safe': 'this', 'get/unknown-id': 'this' },
  };
  const text = page([{ ...subject, kind: 'framework', truth }], {});
  expect(text).toContain('| `list/safe` `get/stable` `get/unknown-id` | one cause | this |');
});

test('the outcome of a trial that differs is shown, and a subject that was never run is named', () => {
  const [first, second] = subjects;
  if (first === undefined || second === undefined) {
    throw new Error('no subjects');
  }
  const text = page([first, second], { [first.name]: ['missed: list/safe'] });
  expect(text).toContain(`- ${first.title}: \`missed: list/safe\``);
  expect(text).toContain(`Not run yet: ${second.title}.`);
  expect(text).toContain('1 difference');
});
