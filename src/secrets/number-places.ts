import type { Place } from './decoded-text.ts';
import { leastBytes } from './number-stretches.ts';
import { isNumberOfJson } from './other-number.ts';

/** Separators that may be masked along with the numbers: nothing that delimits values in JSON, XML or a program. */
const isPlain = /^[^"[\]{}<>\dA-Za-z]*$/;
const beginsName = /[{,](?:\s|\\{1,7}[nrt]){0,40}\\{0,7}"$/;
const longestBeforeName = 60;
const endsName = /\\{0,7}"\s{0,40}:/y;
/** A longer member name is a list itself. */
const longestNumber = 4;

/**
 * The places of the numbers from `first` up to, not including, `last`: one place for a plain list, otherwise one for each
 * number, so that nothing between them is masked. Member names are left out, and so is a JSON integer that includes a
 * piece of a key in its digits, since it may be an id.
 */
export function numberPlaces(
  text: string,
  placeAt: (index: number) => Place,
  first: number,
  last: number,
): Place[] {
  const places: Place[] = [];
  for (let index = first; index < last; index += 1) {
    const place = placeAt(index);
    const before = places.at(-1);
    if (before !== undefined && isPlain.test(text.slice(before.end, place.start))) {
      places[places.length - 1] = { start: before.start, end: place.end };
    } else {
      places.push(place);
    }
  }
  const [only] = places;
  // Fewer bytes are part of a longer piece: the numbers beside them were removed, such as NULs of UTF-16.
  return last - first >= leastBytes && places.length === 1 && only !== undefined && isInteger(text, only)
    ? []
    : places.filter((place) => !isName(text, place));
}

function isInteger(text: string, { start, end }: Place): boolean {
  return /^\d+$/.test(text.slice(start, end)) && isNumberOfJson(text, start, end);
}

function isName(text: string, { start, end }: Place): boolean {
  endsName.lastIndex = end;
  return (
    end - start <= longestNumber &&
    endsName.test(text) &&
    beginsName.test(text.slice(Math.max(0, start - longestBeforeName), start))
  );
}
