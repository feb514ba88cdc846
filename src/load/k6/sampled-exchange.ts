import type { Exchange, HeaderList } from '../../exchange/exchange.ts';
import type { Redactor } from '../../secrets/redaction.ts';
import type { K6Exchange } from './k6-load.ts';

const keyShownAs = '$ANIMAL_STORE_API_KEY';
/** Fields with a single value, and the number of commas that this value may have. */
const singleFields = new Map([
  ['x-ratelimit-limit', 0],
  ['x-ratelimit-remaining', 0],
  ['x-ratelimit-reset', 0],
  ['content-type', 0],
  ['content-length', 0],
  ['content-encoding', 0],
  ['age', 0],
  ['retry-after', 1],
  ['date', 1],
]);
const privateFields = new Set(['cookie', 'set-cookie', 'proxy-authorization']);
const commas = /,/g;

/** The position of an exchange in its instance. */
interface SampledPlace {
  /** 1, 2, … */
  readonly number: number;
  readonly baseUrl: string;
  /** The start of the instance, in ms since 1970: the time 0 of its exchanges. */
  readonly originMs: number;
  readonly redactor: Redactor;
}

/**
 * Whether k6 shows the response as the service sent it. It joins repeated header fields, replaces bytes that are not
 * UTF-8, and its script masks the key.
 */
export function isAsSent({ headers, body, status, sentAtMs, finishedAtMs }: K6Exchange): boolean {
  if (finishedAtMs < sentAtMs) {
    return false;
  }
  if (status === 0) {
    return true;
  }
  const fields = Object.entries(headers);
  const isRepeated = fields.some(
    ([name, value]) =>
      (value.match(commas)?.length ?? 0) > (singleFields.get(name.toLowerCase()) ?? Number.POSITIVE_INFINITY),
  );
  return !isRepeated && body !== null && !body.includes(keyShownAs) && isWholeText(body, headers);
}

function isWholeText(body: string, headers: K6Exchange['headers']): boolean {
  const value = (name: string): string | undefined =>
    Object.entries(headers).find(([field]) => field.toLowerCase() === name)?.[1];
  if (value('content-encoding') !== undefined) {
    return !body.includes('\ufffd');
  }
  const length = value('content-length');
  return length === undefined ? !body.includes('\ufffd') : Number(length) === Buffer.byteLength(body);
}

/** A logged exchange as one of ours. The order of its header fields is not that of the service. */
export function sampledExchange(logged: K6Exchange, place: SampledPlace): Exchange {
  const { number, baseUrl, originMs, redactor } = place;
  const { sentAtMs, finishedAtMs, status, failure } = logged;
  const sent = Object.entries(logged.sent).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );
  const body = logged.body ?? '';
  const relative = (ms: number): number => Math.max(0, ms - originMs);
  // k6 has a clock of whole milliseconds.
  const finished = relative(finishedAtMs) + 1;
  return {
    number,
    check: logged.sinceMs === null ? 'preflight' : 'load',
    startedAt: new Date(sentAtMs).toISOString(),
    sentAtMs: relative(sentAtMs),
    headersAtMs: status === 0 ? null : finished,
    finishedAtMs: finished,
    connection: 0,
    traceparent: logged.sent['Traceparent']?.[0] ?? '',
    request: {
      method: logged.method,
      target: redactor.redact(logged.target),
      headers: [
        ['Host', new URL(baseUrl).host],
        ...redacted(sent, redactor),
        ['Authorization', `Bearer ${keyShownAs}`],
      ],
      body: logged.sentBody === null ? null : redactor.redact(logged.sentBody),
      credential: 'api-key',
    },
    response:
      status === 0
        ? null
        : {
            status,
            headers: redacted(Object.entries(logged.headers), redactor),
            body: redactor.redact(body),
            bodyBytes: Buffer.byteLength(body),
            utf8: true,
            secretsEchoedIn: [],
          },
    failure:
      failure === null
        ? null
        : { code: failure, detail: redactor.redact(logged.error.replace(/\s+/g, ' ').slice(0, 500)) },
  };
}

function redacted(fields: HeaderList, redactor: Redactor): HeaderList {
  return fields
    .filter(([name]) => name.toLowerCase() !== 'authorization')
    .map(([name, value]) => [
      name,
      privateFields.has(name.toLowerCase()) ? '(left out)' : redactor.redact(value),
    ]);
}
