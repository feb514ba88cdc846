import { expect, test } from 'vitest';
import { explainedRequirement, explanationMarkdown, explanationText } from '../../src/explain/explanation.ts';
import { requirements } from '../../suites/requirements.ts';

function explained(id: string) {
  const found = explainedRequirement(id);
  if (found === undefined) {
    throw new Error(`no requirement ${id}`);
  }
  return found;
}

test.each(requirements)('explains $id in full, as text and Markdown', ({ id, statement }) => {
  const one = explained(id);
  const text = explanationText(one, 100);
  for (const part of [id, 'Source', 'Requests', 'Expected', 'Conforming', `--only '${id}'`]) {
    expect(text).toContain(part);
  }
  expect(text.replace(/\s+/g, ' ')).toContain(statement.replace(/\s+/g, ' '));
  expect(text.match(/^Conforming /gm)).toHaveLength(one.level === 'OBSERVE' ? 2 : 1);
  expect(text).not.toMatch(/[^\n\x20-\ufffd\u{10000}-\u{10ffff}]/u);
  expect(explanationMarkdown(one)).toContain(`# ${id}\n`);
});

test('shows the source of a requirement and the options that it needs', () => {
  expect(explained('list/safe').source).toBe('RFC 9110 section 9.2.1');
  expect(explained('list/unique-ids').source).toBe('the interface document, section "Animal (schema Pet)"');
  expect(explained('quota/day-limit')).toMatchObject({
    needs: ['--quota-key PLAN=KEY', '--day-quota'],
    command:
      "animal-store-conformance run BASE-URL --quota-key PLAN=KEY --day-quota --only 'quota/day-limit'",
  });
  expect(explainedRequirement('list/no-such')).toBeUndefined();
});

test('shows the catalogue version of a requirement that the first one does not have', () => {
  const later = { ...explained('list/safe'), since: 2 };
  expect(explanationText(later, 80)).toContain('\nSince         catalogue 2\n');
  expect(explanationMarkdown(later)).toContain('\n- **Since:** catalogue 2\n');
});
