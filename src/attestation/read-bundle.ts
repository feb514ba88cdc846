import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Bundle } from './bundle.ts';
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
