import { describe, expect, test } from 'vitest';
import { AnimalWatch } from '../../src/animals/animal-watch.ts';
import type { CredentialLabel, Exchange } from '../../src/exchange/exchange.ts';
import { headerValue } from '../../src/exchange/headers.ts';
import { explainedRequirement, explanationMarkdown, explanationText } from '../../src/explain/explanation.ts';
import { RefusalFieldsWatch } from '../../src/run/run-watches.ts';
import type { Example, ExampleExchange } from '../../src/verdict/requirement.ts';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { catalogue, requirements } from '../../suites/requirements.ts';

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

test('prints what is sent and returned, with the columns of the facts aligned', () => {
  const text = explanationText(explained('auth/unknown-key'), 80);
  expect(text).toMatch(/^expected {6}Status 401\.\n/m);
  expect(text).toMatch(
    /\n\n {2}GET \/v1\/pets HTTP\/1\.1\n {2}Accept: .*\n {2}Authorization: Bearer .*\n\n {2}HTTP\/1\.1 401 /,
  );
});

const startMs = Date.parse('2026-01-01T10:00:00.000Z');

function credentialOf({ request }: ExampleExchange): CredentialLabel {
  const authorization = headerValue(request.headers, 'Authorization');
  const number = /^Bearer \$ANIMAL_STORE_QUOTA_KEY_(\d)$/.exec(authorization ?? '')?.[1];
  if (authorization === undefined) {
    return 'none';
  }
  if (number !== undefined) {
    return `quota-key-${Number(number)}`;
  }
  return authorization === 'Bearer $ANIMAL_STORE_API_KEY'
    ? 'api-key'
    : authorization.includes('REVOKED')
      ? 'revoked-key'
      : 'invalid';
}

/** The exchange as a run records it. */
function recorded(one: ExampleExchange, index: number): Exchange {
  const sentAtMs = index * 20;
  return {
    number: index + 1,
    check: 'list/safe',
    startedAt: new Date(startMs + sentAtMs).toISOString(),
    sentAtMs,
    headersAtMs: sentAtMs + 5,
    finishedAtMs: sentAtMs + 6,
    connection: 1,
    traceparent: '',
    request: {
      ...one.request,
      headers: [['Host', 'animals.example'], ...one.request.headers],
      credential: credentialOf(one),
    },
    response: {
      ...one.response,
      bodyBytes: Buffer.byteLength(one.response.body),
      utf8: true,
      secretsEchoedIn: [],
    },
    failure: null,
  };
}

/** The requirements that the watches of a run report as violated. */
function violatedIn({ exchanges }: Example): string[] {
  const planLimit = { perMinute: 60, perDay: 1_000 };
  const watches = [
    startWatch({ planLimit, minuteMs: 60_000, dayMs: 86_400_000 }),
    new AnimalWatch('cabcdef'),
    new RefusalFieldsWatch(),
  ];
  const findings = exchanges
    .map(recorded)
    .flatMap((exchange) => watches.flatMap((watch) => watch.see(exchange).findings));
  return [...new Set(findings.map(({ requirement }) => requirement))];
}

const statusOf = ({ exchanges }: Example) => exchanges.at(-1)?.response.status;
const cases = requirements.map(({ id }) => ({ id, ...catalogue[id].explanation() }));

describe('the examples of the catalogue', () => {
  test.each(cases)('$id: the watches accept the conforming examples', ({ right, alsoRight, statuses }) => {
    for (const example of [right, alsoRight]) {
      if (example !== null) {
        expect(violatedIn(example), example.says).toEqual([]);
        expect(statuses ?? [statusOf(example)]).toContain(statusOf(example));
      }
    }
  });

  test('a watch or the status detects every violation that does not need a check', () => {
    const missed: string[] = [];
    const misattributed: string[] = [];
    for (const { id, wrong, statuses } of cases) {
      if (wrong === null) {
        continue;
      }
      const found = violatedIn(wrong);
      const status = statusOf(wrong) ?? 0;
      if (!found.includes(id) && (statuses === undefined || statuses.includes(status))) {
        missed.push(id);
      }
      misattributed.push(...found.filter((other) => other !== id).map((other) => `${id}: also ${other}`));
    }
    expect({ missed, misattributed }).toMatchInlineSnapshot(`
      {
        "misattributed": [
          "list/returns-pets: also responses/schema",
          "list/limit-accepted: also responses/documented-status",
          "list/status-accepted: also responses/documented-status",
          "create/accepts-valid: also responses/documented-status",
          "create/assigns-id: also responses/schema",
          "get/unknown-id: also responses/documented-status",
          "errors/unsupported-method: also errors/no-server-error",
        ],
        "missed": [
          "auth/refused-without-effect",
          "list/filter-complete",
          "list/created-pet-listed",
          "list/agrees-with-get",
          "list/safe",
          "create/refused-without-effect",
          "quota/refused-without-effect",
          "quota/retry-after-proportionate",
          "version/base-address",
        ],
      }
    `);
  });
});
