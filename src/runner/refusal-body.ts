import type { RecordedResponse } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { jsonValue } from '../exchange/response-body.ts';
import { misfit } from '../json/published-schema.ts';

const longestMediaType = 60;

/** What kind of body a 429 has, in a few words: `an Error (application/json)`. The document does not show it. */
export function describeRefusalBody(response: RecordedResponse): string {
  if (response.bodyBytes === 0) {
    return 'empty';
  }
  const type = headerValue(response.headers, 'Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const shown = type === '' ? 'no Content-Type' : type.slice(0, longestMediaType);
  const json = jsonValue(response);
  if (json === undefined) {
    return `not JSON (${shown})`;
  }
  return misfit(json, 'error') === null ? `an Error (${shown})` : `JSON that is not an Error (${shown})`;
}
