import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecordedRequest } from '../../src/exchange/exchange.ts';
import { curlCommand } from '../../src/report/curl.ts';
import { shellWord } from '../../src/report/shell-word.ts';
import { propertyRuns } from '../property-runs.ts';
import { hostileHeaderValue, hostileText } from './hostile-text.ts';

const key = `k3y'"$x \\y`;

/** Runs a script in a POSIX shell, the key in its environment; `curl` prints its arguments and what is piped in. */
function run(script: string): { words: string[]; piped: Buffer } {
  const curl = `curl() { printf '%s\\0' "$#" "$@"; case " $* " in *' --data-binary @- '* | *' -T - '*) cat;; esac; }`;
  const { stdout, stderr, status } = spawnSync('sh', ['-s'], {
    input: `${curl}\n${script}\n`,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ANIMAL_STORE_API_KEY: key, HOME: 'home' },
  });
  expect({ stderr: stderr.toString(), status }).toEqual({ stderr: '', status: 0 });
  const [count = '0', ...rest] = stdout.toString('latin1').split('\0');
  const words = rest.slice(0, Number(count));
  return {
    words: words.map((word) => Buffer.from(word, 'latin1').toString()),
    piped: Buffer.from(rest.slice(words.length).join('\0'), 'latin1'),
  };
}

function request(changes: Partial<RecordedRequest>): RecordedRequest {
  return {
    method: 'GET',
    target: '/pets',
    headers: [['Accept', '*/*']],
    body: null,
    credential: 'none',
    ...changes,
  };
}

function put(text: string): string {
  return text
    .replace(/\$ANIMAL_STORE_API_KEY|\$\{ANIMAL_STORE_API_KEY\}/g, () => key)
    .replace(/\$\{ANIMAL_STORE_API_KEY%\?\}/g, () => key.slice(0, -1));
}

/** What curl would send, from its arguments: the options that the command may use, and no others. */
function read({ words, piped }: { words: string[]; piped: Buffer }) {
  const rest = [...words];
  const sent = { method: 'GET', headers: [] as string[], body: null as Buffer | null, target: '', url: '' };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-X') {
      sent.method = rest.shift() ?? '';
    } else if (word === '-H') {
      sent.headers.push(rest.shift() ?? '');
    } else if (word === '--data-raw') {
      sent.body = Buffer.from(rest.shift() ?? '');
    } else if (word === '--data-binary') {
      expect(rest.shift()).toBe('@-');
      sent.body = piped;
    } else if (word === '-T') {
      expect(rest.shift()).toBe('-');
      sent.body = piped;
    } else if (word === '--request-target') {
      sent.target = rest.shift() ?? '';
    } else if (word === '--head') {
      sent.method = 'HEAD';
    } else if (!['-sS', '-i', '--path-as-is', '--globoff'].includes(word)) {
      expect(word).toMatch(/^http:/);
      sent.url = word;
    }
  }
  return sent;
}

const base = 'http://127.0.0.1:8080/v1';
const secret = fc.constantFrom('$ANIMAL_STORE_API_KEY', '${ANIMAL_STORE_API_KEY%?}');
const mixed = fc.tuple(hostileHeaderValue, secret, hostileHeaderValue).map((parts) => parts.join(''));

test('a curl line speaks the version of HTTP that the run spoke, where curl would take another', () => {
  expect(curlCommand('https://staging.example.com/v1', request({}))).toMatch(/^curl -sS -i --http1\.1 -H /);
  expect(curlCommand(base, request({}))).toMatch(/^curl -sS -i -H /);
});

describe('a curl line sends exactly what was recorded', () => {
  test('whatever its headers, body and target contain', () => {
    const requests = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'HEAD'),
      target: fc.oneof(hostileHeaderValue, mixed).map((text) => `/pets?${text}`),
      header: fc.oneof(hostileHeaderValue, mixed),
      body: fc.option(fc.oneof(hostileText, mixed), { nil: null }),
    });
    fc.assert(
      fc.property(requests, ({ method, target, header, body }) => {
        const recorded = request({
          method,
          target,
          body,
          headers: [
            ['X-Odd', header],
            ['Host', 'left out'],
          ],
        });
        const sent = read(run(curlCommand(base, recorded)));
        expect(sent.method).toBe(method);
        expect(sent.target === '' ? sent.url : new URL(base).origin + sent.target).toBe(base + put(target));
        expect(sent.headers[0]).toBe(header.trim() === '' ? 'X-Odd;' : `X-Odd: ${put(header)}`);
        expect(sent.headers.slice(1)).toEqual([
          'User-Agent:',
          'Accept:',
          ...(body === null ? [] : ['Content-Type:']),
          ...(body !== null && body.length >= 250 ? ['Expect:'] : []),
        ]);
        expect(sent.body?.toString() ?? null).toBe(body === null ? null : put(body).toWellFormed());
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  test('a body too long for an argument goes through a pipe', () => {
    const long = `{"name":"${'é%\\'.repeat(60_000)}"}`;
    const { body, headers } = read(run(curlCommand(base, request({ method: 'POST', body: long }))));
    expect(body?.toString()).toBe(long);
    expect(headers).toContain('Expect:');
  });

  test('a body in two writes is piped in two parts, even if the split is within a character', () => {
    const bodies = hostileText
      .filter((text) => text.isWellFormed() && !text.includes('$') && Buffer.byteLength(text) > 1)
      .chain((text) => fc.tuple(fc.constant(text), fc.integer({ min: 1, max: Buffer.byteLength(text) - 1 })));
    fc.assert(
      fc.property(bodies, ([body, firstWriteBytes]) => {
        const command = curlCommand(base, request({ method: 'POST', body, firstWriteBytes }));
        const sent = read(run(command.replace('sleep 0.1', 'true')));
        expect(sent.body?.toString()).toBe(body);
        expect(sent.headers).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
        const first = spawnSync('sh', ['-s'], {
          input: command.slice(2, command.indexOf('; sleep 0.1; ')),
        });
        expect(first.stdout).toEqual(Buffer.from(body).subarray(0, firstWriteBytes));
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  test('a body in two writes that contains a key is sent in one write', () => {
    const body = '{"name":"$ANIMAL_STORE_API_KEY"}';
    expect(curlCommand(base, request({ method: 'POST', body, firstWriteBytes: 4 }))).not.toContain('sleep');
  });

  test.each(['\0', '\u001b[2J', '\r\n', '\u202e'])(
    '%j in a body reaches the pipe, not the screen',
    (text) => {
      const command = curlCommand(base, request({ method: 'POST', body: `a${text}b` }));
      expect(command).not.toContain(text);
      expect(read(run(command)).body?.toString()).toBe(`a${text}b`);
    },
  );
});

describe('a curl line reads well', () => {
  test('the key is in double quotes, everything else in single quotes', () => {
    const recorded = request({
      method: 'POST',
      headers: [
        ['Host', '127.0.0.1:8080'],
        ['Connection', 'keep-alive'],
        ['User-Agent', 'animal-store-conformance/0.1.0'],
        ['traceparent', '00-1-1-01'],
        ['Content-Length', '13'],
        ['Accept', 'application/json'],
        ['Content-Type', 'application/json'],
        ['Authorization', 'Bearer $ANIMAL_STORE_API_KEY'],
      ],
      body: '{"name":"Bo"}',
    });
    expect(curlCommand(base, recorded)).toBe(
      `curl -sS -i -X POST -H 'Accept: application/json' -H 'Content-Type: application/json' -H "Authorization: Bearer $ANIMAL_STORE_API_KEY" --data-raw '{"name":"Bo"}' 'http://127.0.0.1:8080/v1/pets'`,
    );
  });

  test.each([
    ['an empty header', { headers: [['Authorization', '']] }, "-H 'Authorization;'"],
    ['braces in the address', { target: '/pets?{a}' }, "--globoff 'http://127.0.0.1:8080/v1/pets?{a}'"],
    ['dots in the path', { target: '/pets/../x' }, "--path-as-is 'http://127.0.0.1:8080/v1/pets/../x'"],
    [
      'a blank in the address',
      { target: '/pets/ 5' },
      "--request-target '/v1/pets/ 5' 'http://127.0.0.1:8080/v1'",
    ],
    [
      'the asterisk form',
      { method: 'OPTIONS', target: '*' },
      "--request-target '*' 'http://127.0.0.1:8080/v1'",
    ],
    ['HEAD', { method: 'HEAD' }, 'curl -sS -i --head'],
  ] as const)('%s', (_, changes, expected) => {
    expect(curlCommand(base, request(changes))).toContain(expected);
  });
});

describe('a shell word', () => {
  test.each([
    ['Bearer ${ANIMAL_STORE_API_KEY%?}', `Bearer ${key.slice(0, -1)}`],
    ['Bearer $ANIMAL_STORE_API_KEYx', `Bearer ${key}x`],
    [`Bearer $(printf %s "$ANIMAL_STORE_API_KEY" | tr 'A-Za-z' 'a-zA-Z')`, `Bearer K3Y'"$X \\Y`],
    [`$(printf %s "$ANIMAL_STORE_API_KEY" | sed 's/./5/2')`, `k5y'"$x \\y`],
    [
      'Basic $(printf %s "$ANIMAL_STORE_API_KEY:" | base64 -w 0)',
      `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    ],
  ])('%s', (text, expected) => {
    expect(run(`curl ${shellWord(text)}`).words).toEqual([expected]);
  });

  test.each([
    '$(printf %s "$ANIMAL_STORE_API_KEY" | sh)',
    '$(printf %s "$ANIMAL_STORE_API_KEY" | tr a b; touch broken)',
    '$(touch broken)',
    '${HOME}',
    '$PATH',
    '${ANIMAL_STORE_API_KEY:-$(touch broken)}',
    '`touch broken`',
  ])('%s is text', (text) => {
    expect(run(`curl ${shellWord(text)}`).words).toEqual([
      text.replace('"$ANIMAL_STORE_API_KEY"', `"${key}"`),
    ]);
  });

  test('is any text, unchanged', () => {
    fc.assert(
      fc.property(hostileHeaderValue, (text) => {
        expect(run(`curl ${shellWord(text)}`).words).toEqual([put(text)]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
