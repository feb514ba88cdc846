import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Bundle,
  hintOf,
  payloadSignedBy,
  readBundle,
  readStatement,
  signedBundle,
} from '../../src/attestation/bundle.ts';
import { changedFiles, discrepanciesOf } from '../../src/attestation/discrepancies.ts';
import { extension, resultOf, type Statement, statementOf } from '../../src/attestation/statement.ts';
import type { Report } from '../../src/report/report.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryReport } from '../report/arbitrary-run.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicKey = createPublicKey(privateKey);
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;

/** Verifies a bundle with a key as the tools of Sigstore do. */
function verifyBySigstore(bundle: Bundle, key: KeyObject): void {
  const root = { mediaType: '', tlogs: [], certificateAuthorities: [], ctlogs: [], timestampAuthorities: [] };
  const trust = toTrustMaterial(root, (hint) => {
    expect(hint).toBe(hintOf(publicKey));
    return { publicKey: key, validFor: () => true };
  });
  const verifier = new Verifier(trust, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 });
  verifier.verify(toSignedEntity(bundleFromJSON(JSON.parse(JSON.stringify(bundle)))));
}

describe('a signed bundle', () => {
  test('is verified by the library of Sigstore, with the key that signed it and no other', () => {
    const bundle = signedBundle('{"_type":"https://in-toto.io/Statement/v1"}', privateKey);
    verifyBySigstore(bundle, publicKey);
    expect(() => verifyBySigstore(bundle, other)).toThrow();
  });

  test('returns its payload, unless a byte of it was changed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.nat(), (payload, place) => {
        const bundle = signedBundle(payload, privateKey);
        expect(payloadSignedBy(bundle, publicKey)?.toString()).toBe(Buffer.from(payload).toString());
        expect(payloadSignedBy(bundle, other)).toBeNull();
        const bytes = Buffer.from(payload);
        const index = place % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ 1;
        const dsseEnvelope = { ...bundle.dsseEnvelope, payload: bytes.toString('base64') };
        expect(payloadSignedBy({ ...bundle, dsseEnvelope }, publicKey)).toBeNull();
        expect(
          payloadSignedBy(
            { ...bundle, dsseEnvelope: { ...bundle.dsseEnvelope, payloadType: 'x' } },
            publicKey,
          ),
        ).toBeNull();
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  test('is not confused with other JSON', () => {
    const bundle = signedBundle('{}', privateKey);
    expect(readBundle(JSON.stringify(bundle))).toEqual(bundle);
    const certificate = { ...bundle, verificationMaterial: { certificate: { rawBytes: '' } } };
    for (const text of ['', 'null', '[]', '{}', JSON.stringify(certificate)]) {
      expect(readBundle(text)).toBeNull();
    }
    fc.assert(fc.property(fc.json(), (json) => readBundle(json) === null));
  });
});

const subject = { name: 'registry.example.com/animal-store', digest: { sha256: 'a'.repeat(64) } };
const digests = { report: 'b'.repeat(64), journal: 'c'.repeat(64), catalogue: 'd'.repeat(64) };
const withVerdict = arbitraryReport.filter(({ verdict }) => verdict !== 'none');

function changed(report: Report, change: (row: Report['requirements'][number]) => object): Report {
  return { ...report, requirements: report.requirements.map((row) => ({ ...row, ...change(row) })) };
}

function evidenceOf(report: Report) {
  return { report, digests, folded: report, violated: [] };
}

describe('the result of a statement', () => {
  const passed = withVerdict.map((report) =>
    changed({ ...report, verdict: 'conformant' }, () => ({ verdict: 'passed', findings: [] })),
  );
  const must = ({ requirements }: Report, index: number): string =>
    requirements.filter(({ level }) => level === 'MUST').at(index)?.id ?? '';

  test('is PASSED only if every MUST requirement passed and nothing was waived or a warning', () => {
    fc.assert(
      fc.property(passed, fc.nat({ max: 40 }), (report, index) => {
        expect(resultOf(report)).toBe('PASSED');
        for (const verdict of ['skipped', 'inconclusive', 'waived']) {
          const id = must(report, index);
          expect(resultOf(changed(report, (row) => (row.id === id ? { verdict } : {})))).toBe('WARNED');
        }
        const should = report.requirements.find(({ level }) => level === 'SHOULD')?.id;
        expect(resultOf(changed(report, ({ id }) => (id === should ? { verdict: 'warned' } : {})))).toBe(
          'WARNED',
        );
        expect(resultOf({ ...report, verdict: 'non-conformant' })).toBe('FAILED');
        expect(() => resultOf({ ...report, verdict: 'none' })).toThrow(RangeError);
      }),
      { numRuns: propertyRuns(20) },
    );
  });
});

describe('a statement', () => {
  test('names every requirement once, with what was not tested or not decided, and is read back', () => {
    fc.assert(
      fc.property(withVerdict, (report) => {
        const statement = statementOf(report, subject, digests);
        const { predicate } = statement;
        const { inconclusive, skipped, waived } = predicate[extension];
        const named = [
          ...[predicate.passedTests, predicate.warnedTests, predicate.failedTests],
          ...[inconclusive, skipped, waived],
        ].flat();
        const due = report.requirements.filter(({ level }) => level !== 'OBSERVE').map(({ id }) => id);
        expect(named.toSorted()).toEqual(expect.arrayContaining(due.toSorted()));
        expect(new Set(named).size).toBe(named.length);
        expect(readStatement(JSON.stringify(statement))).toEqual(statement);
      }),
      { numRuns: propertyRuns(20) },
    );
    expect(readStatement('{"_type":"https://in-toto.io/Statement/v1"}')).toBeNull();
    expect(readStatement('not JSON')).toBeNull();
  });

  test('agrees with the evidence that it was made from', () => {
    fc.assert(
      fc.property(withVerdict, (report) => {
        const statement: Statement = JSON.parse(JSON.stringify(statementOf(report, subject, digests)));
        expect(discrepanciesOf(statement, evidenceOf(report))).toEqual([]);
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  test('disagrees with a changed file, verdict, journal or summary', () => {
    fc.assert(
      fc.property(withVerdict, (report) => {
        const statement = statementOf(report, subject, digests);
        const evidence = evidenceOf(report);
        expect(changedFiles(statement, digests)).toEqual([]);
        expect(changedFiles(statement, { ...digests, journal: 'e'.repeat(64) }).join()).toMatch(
          /^journal.ndjson is not the file/,
        );
        const [first] = report.requirements;
        const flipped = changed(report, ({ id, verdict }) =>
          id === first?.id ? { verdict: verdict === 'passed' ? 'skipped' : 'passed' } : {},
        );
        expect(discrepanciesOf(statement, { ...evidence, folded: flipped }).join()).toContain(first?.id);
        const unnoticed = report.requirements.filter(({ findings }) => findings.length === 0);
        const selected = unnoticed.find(({ id }) => report.run.selected.includes(id))?.id;
        const others = unnoticed.filter(({ id }) => !report.run.selected.includes(id)).map(({ id }) => id);
        const hidden = { ...evidence, violated: [...others, ...(selected === undefined ? [] : [selected])] };
        expect(discrepanciesOf(statement, hidden)).toEqual(
          selected === undefined ? [] : [expect.stringContaining(`violate ${selected}`)],
        );
        const result = statement.predicate.result === 'PASSED' ? 'FAILED' : 'PASSED';
        const overclaimed = { ...statement, predicate: { ...statement.predicate, result } as const };
        expect(discrepanciesOf(overclaimed, evidence).join()).toMatch(/differs from what report.json gives/);
      }),
      { numRuns: propertyRuns(20) },
    );
  });
});
