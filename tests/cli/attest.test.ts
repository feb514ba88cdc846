import { createHash, generateKeyPairSync } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  faultNamed,
  type RunningImplementation,
  startReferenceImplementation,
} from '../../reference-impl/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { carriedOut } from './carried-out.ts';

const implementation = `registry.example.com/animal-store@sha256:${'0123456789abcdef'.repeat(4)}`;
const folder = temporaryFolder();
const report = join(folder, 'report');
let service: RunningImplementation;

function pem(name: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(join(folder, `${name}.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(folder, `${name}.pub.pem`), publicKey.export({ type: 'spki', format: 'pem' }));
}

function attest(...args: readonly string[]) {
  return carriedOut(['attest', 'report', ...args], { folder });
}

function verifyReport(of = 'report', ...args: readonly string[]) {
  const key = ['--public-key', 'signer.pub.pem'];
  return carriedOut(['verify-report', 'report/attestation.json', of, ...key, ...args], { folder });
}

beforeAll(async () => {
  pem('signer');
  pem('other');
  service = await startReferenceImplementation({
    decorate: (parts) => faultNamed('limit-plus-one')?.apply(parts) ?? parts,
  });
  await carriedOut(
    [
      'run',
      service.baseUrl,
      '--only',
      'list/limit-bounds-count',
      '--effort',
      'smoke',
      '--report-dir',
      report,
    ],
    { folder, environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise } },
  );
  await attest('--implementation', implementation, '--key', 'signer.pem');
});

afterAll(async () => {
  await service.close();
});

describe('attest', () => {
  test('writes the predicate, and with a key a signed bundle', async () => {
    const { status, output } = await attest('--implementation', implementation, '--key', 'signer.pem');
    expect([status, output]).toEqual([
      0,
      `FAILED: ${implementation}\nWritten: ${join(report, 'predicate.json')}\nWritten: ${join(report, 'attestation.json')}\n`,
    ]);
    const predicate = JSON.parse(readFileSync(join(report, 'predicate.json'), 'utf8'));
    expect(predicate).toMatchObject({ result: 'FAILED', failedTests: ['list/limit-bounds-count'] });
    const unsigned = await attest('--implementation', `animal-store@gitCommit:${'a'.repeat(40)}`);
    expect(unsigned.output).not.toContain('attestation.json');
  });

  test('takes the implementation that the run named, which its printed page shows with the digest of the file', async () => {
    const named = ['--only', 'list/limit-bounds-count', '--implementation', implementation];
    await carriedOut(['run', service.baseUrl, ...named, '--effort', 'smoke', '--report-dir', 'named'], {
      folder,
      environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise },
    });
    const { status, output } = await carriedOut(['attest', 'named'], { folder });
    expect([status, output]).toEqual([0, expect.stringMatching(`^FAILED: ${implementation}\n`)]);
    const html = readFileSync(join(folder, 'named', 'index.html'), 'utf8');
    const digest = createHash('sha256').update(readFileSync(join(folder, 'named', 'report.json')));
    expect(html).toContain(digest.digest('hex'));
    expect(html).toContain(implementation);
  });

  test('states nothing about a report without a verdict', async () => {
    const env = { ANIMAL_STORE_API_KEY: 'a-key-of-nobody-7d2f' };
    const unreached = ['run', 'http://127.0.0.1:1/v1', '--report-dir', join(folder, 'none')];
    await carriedOut(unreached, { folder, environment: env });
    const args = ['attest', 'none', '--implementation', implementation, '--key', 'signer.pem'];
    const { status, messages } = await carriedOut(args, { folder });
    expect([status, messages]).toEqual([3, 'No statement: "none" has no verdict.\n']);
  });
});

describe('verify-report', () => {
  function changedCopy(name: string, file: string, change: (text: string) => string): string {
    const copy = join(folder, name);
    cpSync(report, copy, { recursive: true });
    writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')));
    return name;
  }

  test('verifies what was attested', async () => {
    const { status, output } = await verifyReport('report', '--implementation', implementation);
    expect(output).toBe(
      `Verified. FAILED: ${implementation}\n  0 requirements passed, 1 failed; signature, files and verdicts agree.\n`,
    );
    expect(status).toBe(0);
  });

  test.each([
    ['report.json', (text: string) => text.replace('"non-conformant"', '"conformant"')],
    ['journal.ndjson', (text: string) => `${text}\n`],
  ])('detects a changed %s', async (file, change) => {
    const { status, output } = await verifyReport(changedCopy(`changed-${file}`, file, change));
    expect(output).toContain(`NOT VERIFIED\n  ${file} is not the file that was signed`);
    expect(status).toBe(1);
  });

  test('detects that the signer removed a finding from report and journal', async () => {
    const name = changedCopy('whitewashed', 'journal.ndjson', (text) =>
      text
        .split('\n')
        .filter((line) => !line.startsWith('{"type":"finding"'))
        .map((line) => line.replace('"kind":"violated"', '"kind":"passed"'))
        .join('\n'),
    );
    rmSync(join(folder, name, 'report.json'));
    await carriedOut(['report', 'render', name], { folder });
    const signing = ['--implementation', implementation, '--key', 'signer.pem'];
    const signed = await carriedOut(['attest', name, ...signing], { folder });
    expect(signed.output).not.toMatch(/^FAILED/);
    const { status, output } = await carriedOut(
      ['verify-report', `${name}/attestation.json`, name, '--public-key', 'signer.pub.pem'],
      { folder },
    );
    expect([status, output]).toEqual([
      1,
      expect.stringContaining('the recorded exchanges violate list/limit-bounds-count'),
    ]);
  });

  test('refuses the key of another signer, and another implementation', async () => {
    const foreign = await verifyReport('report', '--public-key', 'other.pub.pem');
    expect(foreign.status).toBe(2);
    const args = ['verify-report', 'report/attestation.json', 'report', '--public-key', 'other.pub.pem'];
    const { status, output } = await carriedOut(args, { folder });
    expect([status, output]).toEqual([1, expect.stringContaining('is not by this key')]);
    const another = await verifyReport('report', '--implementation', `x@gitCommit:${'a'.repeat(40)}`);
    expect([another.status, another.output]).toEqual([
      1,
      expect.stringContaining('attests another implementation'),
    ]);
  });

  test.each(['report/journal.ndjson', 'no'])('refuses %s, which is no report', async (of) => {
    const { status, messages } = await verifyReport(of);
    expect([status, messages]).toEqual([2, expect.stringMatching(/is not a report\.json[^\n]*\n$/)]);
  });
});
