import type { HeaderList, RecordedResponse } from './exchange.ts';

/** How many fields are kept of a response, and how many characters of their names and values together. */
export interface HeaderBounds {
  readonly fields: number;
  readonly characters: number;
}

/** The fields of a response that fit the bounds, each whole and in their order, and what is left out of the others. */
export function shortHeaders(
  { headers, headersLeftOut }: RecordedResponse,
  most: HeaderBounds,
): Pick<RecordedResponse, 'headers' | 'headersLeftOut'> {
  const kept: HeaderList[number][] = [];
  let characters = 0;
  const leftOut = { fields: headersLeftOut?.fields ?? 0, characters: headersLeftOut?.characters ?? 0 };
  for (const field of headers) {
    const length = field[0].length + field[1].length;
    if (kept.length < most.fields && characters + length <= most.characters) {
      kept.push(field);
      characters += length;
    } else {
      leftOut.fields += 1;
      leftOut.characters += length;
    }
  }
  return leftOut.fields === 0 ? { headers } : { headers: kept, headersLeftOut: leftOut };
}
