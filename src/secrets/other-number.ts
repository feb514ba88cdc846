/**
 * Whether digits may be a number that has nothing to do with a secret.
 *
 * @param isReadable whether they are decimal ones of the secret itself
 */
export function isOtherNumber(text: string, start: number, end: number, isReadable: boolean): boolean {
  return (
    isNumberOfJson(text, start, end) ||
    (isReadable &&
      ((isPartOfNumber(text, start, end) && end - start < leastTellingDigits) ||
        isWholeText(text, start, end)))
  );
}

/** So many digits of a secret don't occur by chance, and a rounded number still shows them. */
const leastTellingDigits = 15;

/** A number with more digits is another number. */
function isPartOfNumber(text: string, start: number, end: number): boolean {
  return /\d/.test(text[start - 1] ?? '') || /\d/.test(text[end] ?? '');
}

/** A number that stands alone in JSON may be the id of an animal. */
export function isNumberOfJson(text: string, start: number, end: number): boolean {
  return (
    /[:,[]\s{0,40}\d{0,30}$/.test(text.slice(Math.max(0, start - 71), start)) &&
    /^\d{0,30}\s{0,40}[,}\]]/.test(text.slice(end, end + 71))
  );
}

/** A field of a header that is a number. */
function isWholeText(text: string, start: number, end: number): boolean {
  return text.length < 64 && text.slice(0, start).trim() === '' && text.slice(end).trim() === '';
}
