const longest = 200;

/** Text of a server for a finding: in quotation marks, control characters escaped, 200 characters at most. */
export function quoted(text: string): string {
  const written = JSON.stringify(text.slice(0, longest + 1));
  return written.length <= longest
    ? written
    : `${written.slice(0, longest - 2).replace(/\\[^"]{0,5}$/, '')}…"`;
}
