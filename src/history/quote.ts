const longest = 160;

/**
 * A value for a message: short ones as they are; of long ones the beginning and how long they are. Characters
 * outside printable ASCII are escaped, so that two texts that look alike are seen to differ.
 */
export function quote(text: string): string {
  const shown = text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
  return shown.replace(/[^\x20-\x7e…]/gu, (character) => {
    const point = character.codePointAt(0) ?? 0;
    return point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`;
  });
}
