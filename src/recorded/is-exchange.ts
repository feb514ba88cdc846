import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Exchange } from '../exchange/exchange.ts';
import { isUsableTime } from './recorded-clock.ts';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** An object with these members; `optional` ones may be absent. */
function object(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

function orNull(schema: Schema): Schema {
  return { ...schema, type: [schema['type'], 'null'] };
}

function list(items: Schema): Schema {
  return { type: 'array', items };
}

const headers = list({ type: 'array', prefixItems: [text, text], minItems: 2, maxItems: 2 });

const unsolicited = object({ connection: count, after: orNull(count), idleMs: number, beginning: text });

/** `Exchange`, as journals have it. */
const exchange = object(
  {
    number: count,
    check: text,
    startedAt: text,
    sentAtMs: number,
    headersAtMs: orNull(number),
    finishedAtMs: number,
    connection: count,
    retryOf: count,
    unsolicited: list(unsolicited),
    across: { enum: ['during', 'after'] },
    traceparent: text,
    request: object(
      {
        method: text,
        target: text,
        headers,
        body: orNull(text),
        firstWriteBytes: count,
        credential: text,
      },
      ['firstWriteBytes'],
    ),
    response: orNull(
      object(
        {
          status: count,
          headers,
          headersLeftOut: object({ fields: count, characters: count }),
          body: text,
          bodyBytes: count,
          bodyDigest: text,
          utf8: { type: 'boolean' },
          secretsEchoedIn: list(text),
        },
        ['bodyDigest', 'headersLeftOut'],
      ),
    ),
    failure: orNull(object({ code: text, detail: text })),
  },
  ['retryOf', 'unsolicited', 'across'],
);

let validate: ValidateFunction | undefined;

/**
 * Whether a value has every member of an exchange that this program reads, because anyone may have edited a journal.
 */
export function isExchange(value: unknown): value is Exchange {
  validate ??= new Ajv2020({ allowUnionTypes: true }).compile(exchange);
  return validate(value) && isUsableTime(Date.parse((value as Exchange).startedAt));
}
