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
  for (const part of [id, 'source', 'requests', 'expected', 'Conforming: ', 'HTTP/1.1 ', `--only '${id}'`]) {
    expect(text).toContain(part);
  }
  expect(text.replace(/\s+/g, ' ')).toContain(statement.replace(/\s+/g, ' '));
  expect(text).toMatch(one.level === 'OBSERVE' ? /^Also conforming: /m : /^Violation: /m);
  expect(text).not.toMatch(/[^\n\x20-\ufffd\u{10000}-\u{10ffff}]/u);
  const markdown = explanationMarkdown(one);
  expect(markdown).toContain(`# ${id}\n`);
  expect(markdown.match(/^```text$/gm)?.length).toBe(
    [one.right, one.wrong, one.alsoRight].reduce((sum, example) => sum + (example?.exchanges.length ?? 0), 0),
  );
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
  expect(explanationText(later, 80)).toContain('\nsince         catalogue 2\n');
  expect(explanationMarkdown(later)).toContain('\n- **Since:** catalogue 2\n');
});

test('prints an explanation', () => {
  expect(explanationText(explained('auth/unknown-key'), 80)).toMatchInlineSnapshot(`
    "auth/unknown-key  MUST
    A bearer token that was never issued returns 401, however close it is to a valid
    key.

    source        the interface document, section "Authentication"
    requests      Tokens that were never issued, mostly near misses of the key:
                  shorter, longer, with one character changed, with the letter case
                  changed.
    expected      Status 401.
    rationale     An attacker can guess a key if the service compares only part of
                  it or ignores letter case.
    likely owner  The component that checks keys: the service or the gateway in
                  front of it.
    command       animal-store-conformance run BASE-URL --only 'auth/unknown-key'

    Conforming: The key without its last character is a different key.

      GET /v1/pets HTTP/1.1
      Accept: application/json
      Authorization: Bearer \${ANIMAL_STORE_API_KEY%?}

      HTTP/1.1 401 Unauthorized
      Content-Type: application/json
      WWW-Authenticate: Bearer
      X-RateLimit-Limit: 60
      X-RateLimit-Remaining: 59
      X-RateLimit-Reset: 1767261660

      {"code":"unauthorized","message":"The API key is missing or invalid","status":401}

    Violation: The service compares only the beginning of the key.

      GET /v1/pets HTTP/1.1
      Accept: application/json
      Authorization: Bearer \${ANIMAL_STORE_API_KEY%?}

      HTTP/1.1 200 OK
      Content-Type: application/json
      X-RateLimit-Limit: 60
      X-RateLimit-Remaining: 59
      X-RateLimit-Reset: 1767261660

      [{"id":1,"name":"Bella","categoryId":1,"status":"available"}]
    "
  `);
});
