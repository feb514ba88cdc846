import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange, HeaderList } from '../../src/exchange/exchange.ts';
import { isJsonObject, type JsonValue, parseJson, writeJson } from '../../src/json/exact-json.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { runTag } from '../animals/traffic.ts';
import { propertyRuns } from '../property-runs.ts';
import { encoding, keyAndPiece } from '../secrets/encodings.ts';
import { testSeed } from '../test-seed.ts';
import { anyFullRun, findingsIn, type Run } from './conforming-run.ts';

/** Alters a service's own text, the same text always in the same way. */
type Echo = (text: string) => string;

/** A run whose service puts pieces of the key into its own texts and header fields. */
function echoed({ exchanges, context }: Run, echo: Echo): Run {
  return { context, exchanges: exchanges.map((one) => echoedIn(one, echo)) };
}

function echoedIn(exchange: Exchange, echo: Echo): Exchange {
  const { response } = exchange;
  if (response === null) {
    return exchange;
  }
  const json = parsed(response.body);
  const body = json === undefined || !response.utf8 ? response.body : writeJson(withEchoes(json, echo));
  const headers: HeaderList = [...response.headers, ['X-Request-Id', echo(String(exchange.number % 3))]];
  return { ...exchange, response: { ...response, headers, body } };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/** A run in which one answer has an animal with another category, an error with another status, or `[null]` as its list. */
function deviating({ exchanges, context }: Run, place: number): Run {
  return {
    context,
    exchanges: exchanges.map((exchange, index) => {
      const { response } = exchange;
      const body = response?.body.replace(/"(categoryId|status)":(\d+)/, '"$1":1$2');
      return response === null || body === undefined || index !== place % exchanges.length
        ? exchange
        : { ...exchange, response: { ...response, body: body.replace(/^\[\]$/, '[null]') } };
    }),
  };
}

/** The run chooses the names of its own animals: a service that changes those deviates. */
function withEchoes(value: JsonValue, echo: Echo): JsonValue {
  if (Array.isArray(value)) {
    return value.map((item) => withEchoes(item, echo));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const members = Object.entries(value).map(([name, item]) => {
    const isOwn =
      typeof item === 'string' && !item.includes(runTag) && ['name', 'message', 'code'].includes(name);
    return [name, isOwn && item !== '' ? echo(item) : item];
  });
  return { ...Object.fromEntries(members), note: echo('note') };
}

function redacted({ exchanges, context }: Run, redactor: Redactor): Run {
  const fields = (headers: HeaderList): HeaderList =>
    headers.map(([name, value]) => [redactor.redact(name), redactor.redact(value)] as const);
  const records = exchanges.map((exchange): Exchange => {
    const { request, response } = exchange;
    return {
      ...exchange,
      request: {
        ...request,
        target: redactor.redact(request.target),
        headers: fields(request.headers),
        body: request.body === null ? null : redactor.redact(request.body),
      },
      response:
        response === null
          ? null
          : { ...response, headers: fields(response.headers), body: redactor.redact(response.body) },
    };
  });
  return { exchanges: records, context };
}

function verdictsOf(run: Run): string[] {
  return findingsIn(run)
    .map(({ requirement, kind, exchange }) => `${exchange} ${requirement} ${kind}`)
    .sort();
}

const seed = testSeed;

describe('the verdicts on the masked record', () => {
  it('equal those on the original, wherever a service adds a key or pieces of it to its own texts', () => {
    fc.assert(
      fc.property(anyFullRun, fc.nat(), keyAndPiece, encoding, (run, place, [value, piece], [, encode]) => {
        const all = echoed(deviating(run, place), (text) => `${text} ${encode(piece)}`);
        const record = redacted(all, new Redactor([{ value, shownAs: '$ANIMAL_STORE_API_KEY' }]));
        expect(
          JSON.stringify(record.exchanges, (_, item: unknown) => (typeof item === 'bigint' ? 0 : item)),
        ).not.toContain(piece);
        expect(verdictsOf(record)).toEqual(verdictsOf(all));
      }),
      { numRuns: propertyRuns(25), seed },
    );
  });

  it('report nothing else if texts consist only of pieces, and miss only differences between two of them', () => {
    fc.assert(
      fc.property(anyFullRun, fc.nat(), keyAndPiece, (run, place, [value]) => {
        const all = echoed(deviating(run, place), (text) =>
          value.slice(placeOf(text, value.length - 8)).slice(0, 8),
        );
        const seen = verdictsOf(redacted(all, new Redactor([{ value, shownAs: '$ANIMAL_STORE_API_KEY' }])));
        const missed = verdictsOf(all).filter((one) => !seen.includes(one));
        expect(verdictsOf(all)).toEqual(expect.arrayContaining(seen));
        expect(missed.filter((one) => !comparesTexts.test(one))).toEqual([]);
      }),
      { numRuns: propertyRuns(25), seed },
    );
  });
});

/** Requirements that compare two of the service's own texts: codes, and names of animals that others added. */
const comparesTexts = / (?:errors\/code-stable|get\/stable|list\/agrees-with-get) /;

function placeOf(text: string, places: number): number {
  return [...text].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 0) % places;
}
