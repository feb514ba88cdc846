const longest = 200;

/** Text of a server for a finding: in quotation marks, control characters escaped, 200 characters at most. */
export function quoted(text: string): string {
  const written = JSON.stringify(text.slice(0, longest));
  return written.length <= longest ? written : beginning(text);
}

/** Character by character, so that none is cut in half, nor its escape. */
function beginning(text: string): string {
  let inside = '';
  for (const character of text) {
    const next = JSON.stringify(character).slice(1, -1);
    if (inside.length + next.length > longest - 3) {
      break;
    }
    inside += next;
  }
  return `"${inside}…"`;
}
