import { expect, test } from 'vitest';
import { explainedRequirement } from '../../src/explain/explained-requirement.ts';
import { explanationMarkdown } from '../../src/explain/explanation-markdown.ts';
import { explanationText } from '../../src/explain/explanation-text.ts';
import { requirements } from '../../suites/requirements.ts';

function explained(id: string) {
  const found = explainedRequirement(id);
  if (found === undefined) {
    throw new Error(`no requirement ${id}`);
  }
  return found;
}

test.each(requirements)('$id is explained in full, as text and Markdown', ({ id, statement }) => {
  const one = explained(id);
  const text = explanationText(one, 100);
  for (const part of [id, 'source', 'sent', 'accepted', 'Right: ', 'HTTP/1.1 ', `--only '${id}'`]) {
    expect(text).toContain(part);
  }
  expect(text.replace(/\s+/g, ' ')).toContain(statement.replace(/\s+/g, ' '));
  expect(text).toMatch(one.level === 'OBSERVE' ? /^Right as well: /m : /^Wrong: /m);
  expect(text).not.toMatch(/[^\n\x20-\ufffd\u{10000}-\u{10ffff}]/u);
  const markdown = explanationMarkdown(one);
  expect(markdown).toContain(`# ${id}\n`);
  expect(markdown.match(/^```text$/gm)?.length).toBe(
    [one.right, one.wrong, one.alsoRight].reduce((sum, example) => sum + (example?.exchanges.length ?? 0), 0),
  );
});

test('says where a requirement comes from and what it needs', () => {
  expect(explained('list/safe').source).toBe('RFC 9110 section 9.2.1');
  expect(explained('list/unique-ids').source).toBe('the interface document, section "Animal (schema Pet)"');
  expect(explained('quota/day-limit')).toMatchObject({
    needs: ['--quota-key PLAN=KEY', '--day-quota'],
    alone: "animal-store-conformance run BASE-URL --quota-key PLAN=KEY --day-quota --only 'quota/day-limit'",
  });
  expect(explainedRequirement('list/no-such')).toBeUndefined();
});

test('says with which catalogue a requirement came, where that is not the first', () => {
  const later = { ...explained('list/safe'), since: 2 };
  expect(explanationText(later, 80)).toContain('\nsince     catalogue 2\n');
  expect(explanationMarkdown(later)).toContain('\n- **Since:** catalogue 2\n');
});

test('reads like this', () => {
  expect(explanationText(explained('auth/unknown-key'), 80)).toMatchInlineSnapshot(`
    "auth/unknown-key  MUST
    A bearer token that was never issued returns 401, however close it is to a valid
    key.

    source    the interface document, section "Authentication"
    sent      Tokens that were never issued, most of them near misses of the key:
              shorter, longer, one character changed, letter case changed.
    accepted  Status 401.
    why       A key that is compared in part, or without letter case, can be
              guessed.
    who acts  Whoever checks keys: the service, or the gateway in front of it.
    alone     animal-store-conformance run BASE-URL --only 'auth/unknown-key'

    Right: A key without its last character is another key.

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

    Wrong: Only the beginning of the key is compared.

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
