const charactersAround = 60;

/** Where a text and its successor begin to differ, and how each goes on there; `null` where they are the same. */
export function firstDifference(before: string, now: string): string | null {
  if (before === now) {
    return null;
  }
  const [linesBefore, linesNow] = [before.split('\n'), now.split('\n')];
  const line = linesNow.findIndex((text, index) => text !== linesBefore[index]);
  const index = line === -1 ? linesNow.length : line;
  const [was, is] = [linesBefore[index], linesNow[index]];
  return `differs from line ${index + 1} on:\n  - ${excerpt(was, is)}\n  + ${excerpt(is, was)}`;
}

/** A line of a page can be very long: its part around the first character that the other line has otherwise. */
function excerpt(line: string | undefined, other = ''): string {
  if (line === undefined) {
    return '(the file ends)';
  }
  let same = 0;
  while (same < line.length && line[same] === other[same]) {
    same += 1;
  }
  const from = Math.max(0, same - charactersAround);
  const cut = line.slice(from, same + charactersAround);
  return `${from > 0 ? '…' : ''}${cut}${same + charactersAround < line.length ? '…' : ''}`;
}
