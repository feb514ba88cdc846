import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exchangeText } from '../../src/cli/exchange-text.ts';
import { propertyRuns } from '../property-runs.ts';
import { exchange } from '../report/made-up-run.ts';

const ordinary = exchange(7, 'list/safe');
const response = {
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: '[]',
  bodyBytes: 2,
  utf8: true,
  secretsEchoedIn: [],
} as const;

describe('both sides of an exchange', () => {
  test('are printed one below the other, the request before the response', () => {
    const text = exchangeText(
      {
        ...ordinary,
        request: { ...ordinary.request, method: 'POST', body: '{\n  "name": "Rex"\n}' },
        response,
      },
      '/v1',
    );
    expect(text.split('\n')).toEqual([
      '* exchange 7 for list/safe, connection 1',
      '> POST /v1/pets?limit=5 HTTP/1.1',
      '> Host: 127.0.0.1:8080',
      '> Connection: keep-alive',
      '> User-Agent: animal-store-conformance/0.1.0',
      '> Accept: application/json',
      '> Authorization: Bearer $ANIMAL_STORE_API_KEY',
      '>',
      '> {',
      '>   "name": "Rex"',
      '> }',
      '< HTTP/1.1 200 OK',
      '< Content-Type: application/json',
      '<',
      '< []',
      '* done after 4 ms',
      '',
      '',
    ]);
  });

  test('say what kept the answer away', () => {
    const failure = { code: 'reset', detail: 'the connection was closed' } as const;
    const text = exchangeText({ ...ordinary, response: null, failure }, '');
    expect(text).toContain('> GET /pets?limit=5 HTTP/1.1\n');
    expect(text).toContain('\n* reset: the connection was closed after 4 ms\n');
  });

  test('keep to the beginning of what is long', () => {
    const body = 'x'.repeat(10_000);
    const headers = [['X-Long', 'y'.repeat(5_000)]] as const;
    const text = exchangeText(
      { ...ordinary, response: { ...response, headers, body, bodyBytes: 10_000 } },
      '/v1',
    );
    expect(text).toContain(`< ${'x'.repeat(2_048)}\n< … (10,000 bytes in all)\n`);
    expect(text).toMatch(/^< X-Long: y{1016}… \(5,008 characters\)$/m);
  });

  test('never steer a terminal, and never begin a line', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 40 });
    const bodies = fc.string({
      unit: fc.constantFrom('\n', '\r', '\u001b', '::error::', 'a', '\u202e'),
      maxLength: 20,
    });
    fc.assert(
      fc.property(anything, anything, bodies, (name, value, body) => {
        const text = exchangeText(
          { ...ordinary, response: { ...response, headers: [[name, value]], body, bodyBytes: body.length } },
          '/v1',
        );
        expect(text).not.toMatch(/[^\P{C}\n\t]/u);
        expect(
          text
            .trimEnd()
            .split('\n')
            .every((line) => /^[*<>]/.test(line)),
        ).toBe(true);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
