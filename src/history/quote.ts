const longest = 160;

/**
 * A value for a message: short ones as they are; of long ones the beginning and how long they are. Characters
 * outside printable ASCII are escaped, so that two texts that look alike are seen to differ.
 */
export function quote(text: string): string {
  if (text.length <= longest) {
    return escaped(text);
  }
  // Half of a character would look like a lone surrogate that the service has sent.
  const beginning = text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
  return `${escaped(beginning)}… (${text.length} characters)`;
}

function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => {
    const point = character.codePointAt(0) ?? 0;
    return point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`;
  });
}
