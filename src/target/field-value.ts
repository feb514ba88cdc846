/**
 * A field value without the blanks around it, which are no part of it (RFC 9112 section 5.1). A loop, since `/[ \t]+$/`
 * takes quadratic time on blanks that another character follows.
 */
export function fieldValue(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) {
    start += 1;
  }
  while (end > start && isBlank(text.charCodeAt(end - 1))) {
    end -= 1;
  }
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
