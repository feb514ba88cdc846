import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** The payload type of in-toto statements in DSSE. */
export const payloadType = 'application/vnd.in-toto+json';
const mediaType = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** A Sigstore bundle with a signed DSSE envelope and the name of the key, without certificate or transparency log. */
export interface Bundle {
  readonly mediaType: string;
  readonly verificationMaterial: {
    readonly publicKey: { readonly hint: string };
    readonly tlogEntries?: readonly unknown[];
  };
  readonly dsseEnvelope: {
    /** base64 */
    readonly payload: string;
    readonly payloadType: string;
    readonly signatures: readonly { readonly sig: string; readonly keyid?: string }[];
  };
}

/** Signs a payload with an ECDSA P-256 key (SHA-256, the default of Sigstore's tools). */
export function signedBundle(payload: string, privateKey: KeyObject): Bundle {
  const bytes = Buffer.from(payload);
  const signature = sign('sha256', signedBytes(payloadType, bytes), privateKey);
  return {
    mediaType,
    verificationMaterial: { publicKey: { hint: hintOf(createPublicKey(privateKey)) }, tlogEntries: [] },
    dsseEnvelope: {
      payload: bytes.toString('base64'),
      payloadType,
      signatures: [{ sig: signature.toString('base64'), keyid: '' }],
    },
  };
}

/** The payload of a bundle if the key signed it, otherwise `null`. */
export function payloadSignedBy({ dsseEnvelope }: Bundle, publicKey: KeyObject): Buffer | null {
  const { payload, signatures, payloadType: type } = dsseEnvelope;
  const bytes = Buffer.from(payload, 'base64');
  const message = signedBytes(type, bytes);
  const isSigned = signatures.some(({ sig }) =>
    verify('sha256', message, publicKey, Buffer.from(sig, 'base64')),
  );
  return isSigned ? bytes : null;
}

/** The name of a key in a bundle: the SHA-256 of its SubjectPublicKeyInfo in base64. */
export function hintOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

/** The pre-authentication encoding of DSSE: the bytes that are signed. */
function signedBytes(type: string, payload: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}
