import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { extension, predicateType, type Statement } from './statement.ts';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;

function object(
  properties: Readonly<Record<string, object>>,
  optional: Readonly<Record<string, object>> = {},
) {
  return { type: 'object', required: Object.keys(properties), properties: { ...properties, ...optional } };
}

const digest = { type: 'object', additionalProperties: text };
const bundleSchema = object({
  mediaType: { type: 'string', pattern: '^application/vnd[.]dev[.]sigstore[.]bundle' },
  verificationMaterial: object({ publicKey: object({ hint: text }) }),
  dsseEnvelope: object({
    payload: text,
    payloadType: text,
    signatures: { type: 'array', minItems: 1, maxItems: 10, items: object({ sig: text }) },
  }),
});
const statementSchema = object({
  _type: { const: 'https://in-toto.io/Statement/v1' },
  subject: { type: 'array', minItems: 1, maxItems: 1, items: object({ name: text, digest }) },
  predicateType: { const: predicateType },
  predicate: object({
    result: { enum: ['PASSED', 'WARNED', 'FAILED'] },
    configuration: { type: 'array', items: object({ name: text }, { digest, uri: text }) },
    passedTests: texts,
    warnedTests: texts,
    failedTests: texts,
    [extension]: { type: 'object' },
  }),
});

const ajv = new Ajv2020({ strict: false });
const isBundle = ajv.compile<Bundle>(bundleSchema);
const isStatement = ajv.compile<Statement>(statementSchema);

/** A Sigstore bundle that a key signed, or `null` for another text. */
export function readBundle(json: string): Bundle | null {
  const value = parsed(json);
  return isBundle(value) ? value : null;
}

/** A statement that `attest` makes, or `null` for another text. */
export function readStatement(json: string): Statement | null {
  const value = parsed(json);
  return isStatement(value) ? value : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

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
