import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reachWords } from '../../src/report/curl.ts';
import type { Reach } from '../../src/verdict/reach.ts';
import { hostileText } from './hostile-text.ts';

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
      { numRuns: 40 },
    );
  });
});
