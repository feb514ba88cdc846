import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reachWords } from '../../src/report/curl.ts';
import { markedTexts } from '../../src/report/marked-texts.ts';
import { latencyText, numberText, rateText, shareText, tickText, timeText } from '../../src/report/words.ts';
import type { Reach } from '../../src/verdict/run-event.ts';
import { propertyRuns } from '../property-runs.ts';
import { hostileText } from './hostile-text.ts';

test.each([
  [numberText(0), '0'],
  [numberText(999), '999'],
  [numberText(1_000), '1,000'],
  [numberText(1_234_567.891, 2), '1,234,567.89'],
  [numberText(-13), '−13'],
  [numberText(-0.001), '0'],
  [numberText(Number.NaN), '–'],
  [numberText(1e300), '1.0e+300'],
  [rateText(999.84), '999.8/s'],
  [rateText(1_000), '1,000/s'],
  [rateText(0.25), '0.25/s'],
  [latencyText(0.4213), '0.42 ms'],
  [latencyText(4.24), '4.2 ms'],
  [latencyText(99.97), '100 ms'],
  [latencyText(212.4), '212 ms'],
  [latencyText(999.6), '1 s'],
  [latencyText(61_370), '61.37 s'],
  [latencyText(125_000), '125 s'],
  [latencyText(null), '–'],
  [shareText(0.0012), '0.12 %'],
  [shareText(0.345), '34.5 %'],
  [tickText(250), '250'],
  [tickText(10_000), '10k'],
  [tickText(1_500_000), '1.5M'],
])('%s reads %s', (text, expected) => {
  expect(text).toBe(expected);
});

test('no number is written in a way that a reader stumbles over', () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      for (const text of [
        numberText(value, 2),
        rateText(value),
        latencyText(value),
        shareText(value),
        tickText(value),
      ]) {
        expect(text).toMatch(/^(–|−?-?[\d,]+(\.\d+)?(e\+\d+)?)(k|M|G)?( ?(ms|s|%|\/s))?$/);
        expect(text.length).toBeLessThanOrEqual(26);
      }
    }),
  );
});

test.each([
  ['2026-01-01T10:00:00.000Z', '2026-01-01 10:00:00 UTC'],
  ['2026-01-01T10:00:00Z', '2026-01-01 10:00:00 UTC'],
  ['2026-01-01T10:00:00+02:00', '2026-01-01T10:00:00+02:00'],
  ['yesterday', 'yesterday'],
])('the time %s is written as %s', (time, told) => {
  expect(timeText(time)).toBe(told);
});

describe('two texts', () => {
  test('lose nothing, and what is not marked is the same in both', () => {
    const similar = fc
      .tuple(hostileText, hostileText, fc.string({ unit: 'binary', maxLength: 5 }))
      .map(([before, after, between]) => [`${before}${after}`, `${before}${between}${after}`] as const);
    fc.assert(
      fc.property(fc.oneof(similar, fc.tuple(hostileText, hostileText)), ([left, right]) => {
        const difference = markedTexts(left, right);
        if (difference !== null) {
          const whole = (parts: typeof difference.left) => parts.map(({ text }) => text).join('');
          const common = (parts: typeof difference.left) => whole(parts.filter(({ differs }) => !differs));
          expect(whole(difference.left)).toBe(left);
          expect(whole(difference.right)).toBe(right);
          const withoutLabel = (text: string) => text.replace(/^[A-Za-z ]{1,40}: /, '');
          expect(withoutLabel(common(difference.left))).toBe(withoutLabel(common(difference.right)));
        }
      }),
    );
  });
});

const https = 'https://staging.example.com/v1';
const http = 'http://staging.example.com/v1';
/** Simply connected to. */
const straight: Reach = {
  proxy: null,
  avoidsProxy: false,
  caFile: null,
  clientCertificate: null,
  clientKey: null,
};
const words = (baseUrl: string, reach: Partial<Reach>) =>
  reachWords(baseUrl, { ...straight, ...reach }).join(' ');

describe('curl reaches a service as the run did', () => {
  test.each<[string, Partial<Reach>, string]>([
    [https, {}, ''],
    [https, { caFile: 'my ca.pem' }, "--cacert 'my ca.pem'"],
    [https, { clientCertificate: 'client.pem', clientKey: '-key.pem' }, '--cert client.pem --key ./-key.pem'],
    [https, { clientCertificate: 'C:\\a b.pem' }, "--cert 'C\\:\\\\a b.pem'"],
    [https, { proxy: 'http://proxy.example.com:3128' }, '--proxy http://proxy.example.com:3128'],
    [http, { proxy: '$HTTP_PROXY' }, '--proxy "$HTTP_PROXY" --proxytunnel'],
    [
      https,
      { proxy: 'https://proxy.example.com', caFile: 'ca.pem' },
      '--proxy https://proxy.example.com --cacert ca.pem --proxy-cacert ca.pem',
    ],
    [http, { avoidsProxy: true }, "--noproxy '*'"],
  ])('%s %j', (baseUrl, reach, expected) => {
    expect(words(baseUrl, reach)).toBe(expected);
  });

  test('whatever a report says: nothing of it is run, and no variable but that of a proxy is read', () => {
    const text = hostileText.map((one) => one.toWellFormed().replaceAll('ANIMAL_STORE_', ''));
    fc.assert(
      fc.property(text, text, (proxy, file) => {
        const line = words(https, {
          proxy,
          caFile: file,
          clientCertificate: file,
        });
        const { stdout, status } = spawnSync('sh', ['-s'], {
          input: `printf '%s\\0' ${line}\n`,
          env: { PATH: process.env['PATH'] },
        });
        const read = stdout.toString().split('\0').slice(0, -1);
        const shown = file.replaceAll('\0', '');
        const named = shown.startsWith('-') ? `./${shown}` : shown;
        const at = (name: string) => read[read.indexOf(name) + 1];
        expect(status).toBe(0);
        expect(at('--proxy')).toBe(proxy.replaceAll('\0', ''));
        expect([at('--cacert'), at('--cert')]).toEqual([named, named.replace(/[\\:]/g, '\\$&')]);
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});
