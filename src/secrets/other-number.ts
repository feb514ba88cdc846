/**
 * Whether digits may be a number that is unrelated to a secret.
 *
 * @param isReadable whether they are decimal digits of the secret itself
 */
export function isOtherNumber(text: string, start: number, end: number, isReadable: boolean): boolean {
  return (
    isNumberOfJson(text, start, end) ||
    (isReadable &&
      ((isPartOfNumber(text, start, end) && end - start < minDistinctiveDigits) ||
        isWholeText(text, start, end)))
  );
}

/** This many digits of a secret don't occur by coincidence, and a rounded number still exposes them. */
const minDistinctiveDigits = 15;

/** Whether a longer number includes these digits. */
function isPartOfNumber(text: string, start: number, end: number): boolean {
  return /\d/.test(text[start - 1] ?? '') || /\d/.test(text[end] ?? '');
}

/** Whether digits are a whole number in JSON, which may be the id of an animal. */
function isNumberOfJson(text: string, start: number, end: number): boolean {
  return (
    /[:,[]\s{0,40}\d{0,30}$/.test(text.slice(Math.max(0, start - 71), start)) &&
    /^\d{0,30}\s{0,40}[,}\]]/.test(text.slice(end, end + 71))
  );
}

/** Whether digits are a whole text, such as the value of a header field. */
function isWholeText(text: string, start: number, end: number): boolean {
  return text.length < 64 && text.slice(0, start).trim() === '' && text.slice(end).trim() === '';
}
