import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkArguments } from '../../../src/cli/argument-check.ts';
import { runDeclaration } from '../../../src/cli/commands/service-commands.ts';
import { type Environment, Settings } from '../../../src/cli/settings/settings.ts';
import { readTransport } from '../../../src/cli/transport/transport-settings.ts';
import { straight } from '../../report/straight-reach.ts';
import { certificateOfAnotherHost, certificateOfLocalhost, privateKey } from '../../target/certificates.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const secure = 'https://staging.example.com/v1';
const otherKey = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIJVc3QTq4jpzxWVTJeq0pmAXJaJ0zhgwRgGWFEbEpFrsoAoGCCqGSM49
AwEHoUQDQgAEAAAA
-----END EC PRIVATE KEY-----
`;
let folder = '';

beforeAll(() => {
  folder = temporaryFolder();
  const files = {
    'ca.pem': `${certificateOfLocalhost}\n# another\n${certificateOfAnotherHost}`,
    'certificate.pem': certificateOfLocalhost,
    'key.pem': privateKey,
    'both.pem': `${privateKey}${certificateOfLocalhost}`,
    'damaged.pem': certificateOfLocalhost.replace('MIIB', 'AAAA'),
    'damaged-key.pem': otherKey,
    'protected.pem': privateKey.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE'),
    'empty.pem': '',
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
});

function readAll(args: readonly string[], baseUrl: string | null = secure, environment: Environment = {}) {
  const settings = new Settings(checkArguments(args, runDeclaration), environment, null);
  return readTransport(settings, baseUrl, { environment, currentFolder: folder });
}

function read(...all: Parameters<typeof readAll>) {
  return readAll(...all).transport;
}

describe('the options for other programs', () => {
  test.each<[string, readonly string[], string, Environment, object]>([
    [
      'names files',
      ['--ca-file', 'ca.pem', '--client-certificate', 'both.pem'],
      secure,
      {},
      { ...straight, caFile: 'ca.pem', clientCertificate: 'both.pem' },
    ],
    [
      'has the address of a proxy',
      [],
      secure,
      { HTTPS_PROXY: 'proxy.example.com:3128' },
      { ...straight, proxy: 'http://proxy.example.com:3128' },
    ],
    [
      'has the variable of a proxy with a password, and never that',
      [],
      'http://staging.example.com/v1',
      { http_proxy: 'http://me:pr0xyPassw0rd@proxy.example.com' },
      { ...straight, proxy: '$http_proxy' },
    ],
    [
      'says that a proxy is gone round',
      [],
      'http://localhost:8080/v1',
      { HTTP_PROXY: 'http://proxy.example.com' },
      { ...straight, avoidsProxy: true },
    ],
    [
      'says so of one that only curl would take',
      [],
      secure,
      { ALL_PROXY: 'socks5://127.0.0.1:1080' },
      { ...straight, avoidsProxy: true },
    ],
  ])('%s', (_, args, baseUrl, environment, reach) => {
    expect(readAll(args, baseUrl, environment).reach).toEqual(reach);
  });

  test('is nothing where the service is simply connected to', () => {
    expect(readAll(['--header', 'X-Tenant: acme'])).not.toHaveProperty('reach');
  });
});

describe('how a service is reached', () => {
  test('is straight, where nothing else is said', () => {
    expect(read([])).toEqual({
      proxy: null,
      address: null,
      certificateAuthorities: [],
      clientCertificate: null,
      headers: [],
    });
    expect(read([], null, { HTTP_PROXY: 'http://proxy.example.com' })).toBeUndefined();
  });

  test('is what options, files and variables say', () => {
    const transport = read(
      [
        ...['--ca-file', 'ca.pem', '--client-certificate=certificate.pem', '--client-key', 'key.pem'],
        ...['--header', 'X-Tenant: acme', '--header=Cookie: a=1'],
      ],
      secure,
      { HTTPS_PROXY: 'proxy.example.com:3128' },
    );
    expect(transport).toEqual({
      proxy: { url: 'http://proxy.example.com:3128', authorization: null },
      address: null,
      certificateAuthorities: [certificateOfLocalhost.trim(), certificateOfAnotherHost.trim()],
      clientCertificate: { certificate: certificateOfLocalhost.trim(), privateKey: privateKey.trim() },
      headers: [
        { name: 'X-Tenant', value: 'acme', shownAs: '$ANIMAL_STORE_HEADER_1' },
        { name: 'Cookie', value: 'a=1', shownAs: '$ANIMAL_STORE_HEADER_2' },
      ],
    });
    expect(read(['--client-certificate', 'both.pem'])?.clientCertificate?.privateKey).toBe(privateKey.trim());
  });

  test('trusts besides --ca-file what Node.js trusts by its variable, and leaves it to Node.js to tell of a wrong one', () => {
    const authorities = (file: string, ...args: string[]) =>
      read(args, secure, { NODE_EXTRA_CA_CERTS: file })?.certificateAuthorities;
    expect(authorities('both.pem', '--ca-file', 'certificate.pem')).toEqual([
      certificateOfLocalhost.trim(),
      certificateOfLocalhost.trim(),
    ]);
    expect(authorities('missing.pem', '--ca-file', 'certificate.pem')).toHaveLength(1);
    expect(authorities('ca.pem')).toEqual([]);
  });
});
