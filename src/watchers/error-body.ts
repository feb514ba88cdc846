import type { RecordedResponse } from '../exchange/exchange.ts';
import { jsonBody } from '../exchange/response-body.ts';
import { member } from '../json/exact-json.ts';
import { ParsedJson } from '../json/parsed-json.ts';
import { misfit } from '../json/published-schema.ts';
import { type Contradiction, contradiction } from '../json/repeated-members.ts';
import type { Deviation } from '../verdict/finding.ts';
import { quoted, twoValues, valueAt } from './quoted.ts';
import type { Notes } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const shape = 'errors/body-shape';
const statusMatches = 'errors/status-matches';
const notEmpty = 'errors/not-empty';
const expected = 'an Error: code and message strings, status an integer';

/** errors/body-shape, errors/status-matches and errors/not-empty: every 400, 401 and 404 has a valid `Error`. */
export function judgeErrorBody(watched: WatchedExchange, notes: Notes): void {
  const { response, whole, describedBody } = watched;
  if (response === null || !describedBody || response.status < 400 || !whole) {
    return;
  }
  const parsed = readableJson(response);
  notes.judge(shape, shapeDeviation(response, parsed, watched.answer));
  const body = parsed?.value;
  const status = member(body, 'status');
  if (typeof status === 'bigint') {
    notes.judge(statusMatches, statusDeviation(status, response.status));
  }
  const code = member(body, 'code');
  const message = member(body, 'message');
  if (typeof code === 'string' && typeof message === 'string') {
    notes.judge(notEmpty, emptyDeviation(code, message));
  }
}

/** The JSON of a response. Text that is not UTF-8 violates responses/media-type, and is read as far as possible. */
function readableJson(response: RecordedResponse): ParsedJson | null {
  if (response.utf8) {
    const body = jsonBody(response);
    return body.ok ? body.parsed : null;
  }
  try {
    return new ParsedJson(response.body);
  } catch {
    return null;
  }
}

function shapeDeviation(
  response: RecordedResponse,
  body: ParsedJson | null,
  answer: string,
): Deviation | null {
  if (body === null) {
    return response.body === ''
      ? { kind: 'empty', message: `${answer} has no body`, expected, actual: 'an empty body' }
      : {
          kind: 'not-json',
          message: `The body of ${answer} is not JSON`,
          expected,
          actual: quoted(response.body),
        };
  }
  const wrong = misfit(body, 'error');
  return wrong === null
    ? contradictoryError(response, body, answer)
    : {
        kind: `error: ${wrong.kind}`,
        message: `The body of ${answer} is not an Error: ${wrong.pointer === '' ? 'it' : wrong.pointer} ${wrong.problem}`,
        expected,
        actual: valueAt(body.value, wrong.pointer),
      };
}

function contradictionOfError({ text }: ParsedJson): Contradiction | null {
  return contradiction(text, ['code', 'message', 'status'], 1);
}

/** A duplicate key with different values has no defined value (RFC 8259 section 4). */
function contradictoryError({ utf8 }: RecordedResponse, body: ParsedJson, answer: string): Deviation | null {
  const found = utf8 ? body.fact('contradiction of an error', contradictionOfError) : null;
  return found === null
    ? null
    : {
        kind: `${found.name} repeated`,
        message: `The Error of ${answer} has ${found.name} twice, with different values`,
        expected,
        actual: twoValues(found),
      };
}

function statusDeviation(status: bigint, httpStatus: number): Deviation | null {
  return status === BigInt(httpStatus)
    ? null
    : {
        kind: `differs-on-${httpStatus}`,
        message: `The status in the Error body differs from HTTP ${httpStatus}`,
        expected: `"status": ${httpStatus}`,
        actual: `"status": ${status.toString().slice(0, 50)}`,
      };
}

function emptyDeviation(code: string, message: string): Deviation | null {
  const empty = [code === '' ? 'code' : '', message === '' ? 'message' : ''].filter((name) => name !== '');
  return empty.length === 0
    ? null
    : {
        kind: `${empty.join('-and-')}-empty`,
        message: `${empty.join(' and ')} of an Error ${empty.length === 1 ? 'is' : 'are'} empty`,
        expected: 'a code and a message that are not empty',
        actual: `"code": ${quoted(code)}, "message": ${quoted(message)}`,
      };
}
