import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Exchange } from '../exchange/exchange.ts';
import { journalExchanges, journalHeader } from '../journal/journal.ts';
import { NotRecorded, type RecordedTraffic } from './recorded-traffic.ts';

/**
 * Opens the journal of a run as recorded traffic; it may be larger than memory.
 *
 * @returns `null` where the file is no journal
 * @throws {NotRecorded} where it holds no exchange. @throws {Error} where the file can't be read.
 */
export async function readRecordedJournal(path: string, label: string): Promise<RecordedTraffic | null> {
  const header = await journalHeader(path);
  if (header === null) {
    return null;
  }
  let count = 0;
  for await (const exchange of journalExchanges(path)) {
    if (!isExchange(exchange)) {
      throw new NotRecorded(`${label} is a journal, but one of its exchanges is damaged`);
    }
    count += 1;
  }
  if (count === 0) {
    throw new NotRecorded(`${label} is the journal of a run that recorded no exchange: nothing to judge`);
  }
  if (!URL.canParse(header.baseUrl) || Number.isNaN(Date.parse(header.startedAt))) {
    throw new NotRecorded(`${label} is a journal, but its first line is damaged`);
  }
  const isSample = header.kind === 'load';
  return {
    source: 'journal',
    baseUrl: header.baseUrl,
    startedAt: header.startedAt,
    tag: header.tag,
    exchanges: judgedExchanges(path),
    changedAtMs: null,
    isTimed: true,
    isKeyValid: true,
    secrets: [],
    notes: isSample ? ['it is the journal of a load, which holds a sample of its exchanges'] : [],
  };
}

/** A truncated response in the journal is evidence for nothing, like one that is too large to read. */
async function* judgedExchanges(path: string): AsyncGenerator<Exchange> {
  for await (const exchange of journalExchanges(path)) {
    const { bodyDigest, headersLeftOut } = exchange.response ?? {};
    const isShort = bodyDigest !== undefined || headersLeftOut !== undefined;
    const detail = 'the journal has only the beginning of this response';
    yield isShort
      ? { ...exchange, failure: exchange.failure ?? { code: 'body-too-large', detail } }
      : exchange;
  }
}

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
  return validate(value) && !Number.isNaN(Date.parse((value as Exchange).startedAt));
}
