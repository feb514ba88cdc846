import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HeaderList, RecordedRequest } from '../../src/exchange/exchange.ts';
import { foldRun } from '../../src/report/fold.ts';
import type { Report } from '../../src/report/report.ts';
import { hurlFile } from '../../src/reproduction/hurl.ts';
import { reproduce } from '../../src/reproduction/reproduce.ts';
import { vitestFile } from '../../src/reproduction/vitest.ts';
import { prelude } from '../../src/reproduction/vitest-prelude.ts';
import { hostileText } from '../report/hostile-text.ts';
import { exchange, exchanged, found, runFinished, runStarted } from '../report/made-up-run.ts';
import { readHurl } from './hurl-reader.ts';

/** A report with one finding on this request, its texts as given. */
function reportOn(request: Partial<RecordedRequest>, text = 'a text'): Report {
  const made = exchange(1, 'create/missing-name');
  return foldRun([
    runStarted({ command: text }),
    exchanged({ ...made, request: { ...made.request, ...request } }),
    found('create/missing-name', 1, { kind: text, message: text, expected: text, actual: text }),
    runFinished(),
  ]);
}

function files(report: Report, reportPath = 'reports/latest') {
  const reproduced = reproduce(report, { isWanted: () => true, reportPath });
  return { hurl: hurlFile(reproduced, 'findings.hurl'), vitest: vitestFile(reproduced, 'findings.test.mjs') };
}

interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderList;
  readonly body: string | null;
}

/** Runs the tests of a file with a `send` that records; its variables are `<NAME>`. */
async function sentBy(file: string): Promise<{ readonly sent: Sent[]; readonly names: string[] }> {
  expect(file.endsWith(prelude)).toBe(true);
  const code = file.slice(0, -prelude.length).replace(/^import .*$/gm, '');
  const sent: Sent[] = [];
  const names: string[] = [];
  const running: Promise<unknown>[] = [];
  const anything: unknown = new Proxy(() => anything, {
    get: (_, name) => (name === 'then' ? undefined : anything),
  });
  const run = (name: string, _: unknown, body: (context: unknown) => Promise<unknown>) => {
    names.push(name);
    running.push(body({ skip: () => undefined }));
  };
  const scope = {
    test: Object.assign(run, { todo: (name: string) => names.push(name) }),
    expect: anything,
    send: async (method: string, target: string, headers: HeaderList, body: Buffer | null = null) => {
      sent.push({ method, target, headers, body: body === null ? null : body.toString('utf8') });
      return { status: 400, json: () => anything, header: () => '1', text: '' };
    },
    variable: (name: string) => `<${name}>`,
    process: { env: {}, pid: 1 },
  };
  new Function(...Object.keys(scope), `'use strict';\n${code}`)(...Object.values(scope));
  await Promise.all(running);
  return { sent, names };
}

const breakout = fc.oneof(
  hostileText,
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '*/ process.exit(1) /*',
    '`${process.exit(1)}`',
    '"); process.exit(1); ("',
    '{{api_key}}',
    '{{{api_key}}}',
    '\n\nDELETE {{base_url}}/pets\nHTTP 200\n',
    '# a comment',
    'a # b',
    '\\u{41}',
    '\u2028process.exit(1)\u2029',
    '$ANIMAL_STORE_API_KEY',
    '{$ANIMAL_STORE_API_KEY}',
    '{{$ANIMAL_STORE_API_KEY}}',
    '```\n',
    '\r\nHost: elsewhere',
    '[Asserts]',
    '</script>',
  ),
);
const named = (text: string, name: string) =>
  text.replaceAll('$ANIMAL_STORE_API_KEY', `<${name}>`).replaceAll('${ANIMAL_STORE_API_KEY}', `<${name}>`);
const fieldText = breakout
  .map((text) => text.replace(/[^\x20-\x7e]/g, '').trim())
  .filter((text) => !text.includes('<'));
const bodyText = breakout.filter(
  (text) => text.isWellFormed() && !text.includes('\ufffd') && !text.includes('<'),
);

describe('what an export writes reads back as the same request', () => {
  const request = fc.record({
    body: fc.option(bodyText),
    value: fieldText,
    name: fc.constantFrom('X-Name', 'x-name', "X!#$%&'*+^_`|~", 'X.Y'),
    query: fc.constantFrom('', '?limit=5', "?status=a%20b&x='(1)*", '?a=%7B%7B'),
  });

  test('in both formats, with any body and any header value', async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ body, value, name, query }) => {
        const headers: HeaderList = [
          ['Authorization', 'Bearer $ANIMAL_STORE_API_KEY'],
          [name, value],
        ];
        const sentRequest = { method: 'POST', target: `/pets${query}`, headers, body };
        const { hurl, vitest } = files(reportOn(sentRequest));
        const expected = (variable: string) => ({
          method: 'POST',
          target: named(sentRequest.target, variable),
          headers: headers.map(([field, text]) => [field, named(text, variable)]),
          body: body === null ? null : named(body, variable),
        });
        const { sent } = await sentBy(vitest);
        expect(sent).toEqual([expected('ANIMAL_STORE_API_KEY')]);
        const [entry, ...others] = readHurl(hurl);
        expect(others).toEqual([]);
        const { method, url, headers: fields, body: text, status } = entry ?? {};
        expect({
          method,
          target: url?.replace('<base_url>', ''),
          headers: fields,
          body: text,
          status,
        }).toEqual({
          ...expected('api_key'),
          status: '400',
        });
      }),
      { numRuns: 300 },
    );
  });

  test('and no text of the report changes the file around it', async () => {
    await fc.assert(
      fc.asyncProperty(breakout, breakout, async (text, path) => {
        const { hurl, vitest } = files(reportOn({ method: 'POST', target: '/pets', body: '{}' }, text), path);
        expect(readHurl(hurl)).toHaveLength(1);
        const { sent, names } = await sentBy(vitest);
        expect(sent).toHaveLength(1);
        expect(names).toEqual([
          `create/missing-name: ${text.toWellFormed() === text ? text : names[0]?.slice(21)}`,
        ]);
        expect(`${hurl}${vitest}`).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what can’t be sent as it was', () => {
  test.each<[string, Partial<RecordedRequest>, string]>([
    ['a body that is not UTF-8', { body: '{"name":"\ufffd"}' }, 'not UTF-8'],
    ['a body of a megabyte', { body: 'x'.repeat(1_000_000) }, 'larger than 256 KiB'],
    ['a length that is none', { headers: [['Content-Length', '+5']] }, 'its Content-Length is none'],
    ['a header value with a line feed', { headers: [['X', 'a\nb']] }, 'other clients do not send'],
    ['a method in small letters', { method: 'post' }, 'its method is unusual'],
  ])('%s is left out, with the reason and the command that replays it', (_, request, reason) => {
    const { hurl, vitest } = files(reportOn({ method: 'POST', target: '/pets', ...request }));
    for (const file of [hurl, vitest]) {
      expect(file).toContain(reason);
      expect(file).toContain(
        'Replay it: npx animal-store-conformance replay reports/latest create/missing-name',
      );
    }
    expect(readHurl(hurl)).toEqual([]);
  });

  test.each<[string, Partial<RecordedRequest>, string]>([
    ['a body in two writes', { body: '{}', firstWriteBytes: 1 }, 'two writes'],
    ['a path that a URL can’t have', { target: '/pets?status=<a>' }, 'Hurl would send its path otherwise'],
    [
      'a header field twice',
      {
        headers: [
          ['X', '1'],
          ['x', '2'],
        ],
      },
      'it repeats a header field',
    ],
    ['a header value beyond ASCII', { headers: [['X', 'é']] }, 'bytes beyond ASCII'],
  ])('%s is left out of a Hurl file only', async (_, request, reason) => {
    const { hurl, vitest } = files(reportOn({ method: 'POST', target: '/pets', ...request }));
    expect(hurl).toContain(reason);
    expect((await sentBy(vitest)).sent).toHaveLength(1);
  });
});

test('a text derived from the key is a variable of its own, set by the command at the top', () => {
  const headers: HeaderList = [['Authorization', 'Bearer ${ANIMAL_STORE_API_KEY%?}']];
  const { hurl, vitest } = files(reportOn({ headers }));
  expect(hurl).toContain('--secret api_key_derived_1="${ANIMAL_STORE_API_KEY%?}"');
  expect(hurl).toContain('Authorization: Bearer {{api_key_derived_1}}\n');
  expect(vitest).toContain('Run: ANIMAL_STORE_API_KEY_DERIVED_1="${ANIMAL_STORE_API_KEY%?}" npx vitest run');
  expect(vitest).toContain('"Bearer " + variable("ANIMAL_STORE_API_KEY_DERIVED_1")');
});
