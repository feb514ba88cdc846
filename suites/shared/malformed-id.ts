import { isJsonObject, member } from '../../src/json/exact-json.ts';
import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';

/** An id that is not an int64. */
export interface MalformedId {
  readonly description: string;
}

/** Judges the response to a malformed id: any 4xx with an `Error` body is valid. */
export function judgeMalformedId(check: Check, { description }: MalformedId, answer: Answer): void {
  const isRefused = answer.status >= 400 && answer.status < 500;
  const isError =
    isJsonObject(answer.json) &&
    ['code', 'message', 'status'].every((name) => member(answer.json, name) !== undefined);
  if (!isRefused || !isError) {
    check.deviation(answer, {
      kind: isRefused ? 'no-error-body' : `status-${answer.status}`,
      message: `A malformed id (${description}) returned ${answer.status}${isError ? '' : ' without an Error body'}`,
      expected: 'a 4xx with an Error body',
    });
  }
}
