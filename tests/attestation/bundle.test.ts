import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bundle, hintOf, payloadSignedBy, signedBundle } from '../../src/attestation/bundle.ts';
import { readBundle } from '../../src/attestation/read-bundle.ts';
import { propertyRuns } from '../property-runs.ts';

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
