const lineFeed = 0x0a;

/** A line of a file. */
interface Line {
  readonly text: string;
  /** `false` only for a last line that breaks off. */
  readonly ended: boolean;
}

/**
 * Lines in bounded memory, separated by line feeds alone: `node:readline` also splits at U+2028. Only the beginning of a
 * line of more than `mostBytes` is kept, which is still too long.
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer): void => {
    if (length <= mostBytes) {
      parts.push(part.subarray(0, mostBytes + 1 - length));
      length += part.length;
    }
  };
  const taken = (): string => {
    const text = Buffer.concat(parts).toString('utf8');
    parts = [];
    length = 0;
    return text;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      take(chunk.subarray(start, end));
      yield { text: taken(), ended: true };
      start = end + 1;
    }
    // A copy, since streams use the memory of a chunk again.
    take(Buffer.from(chunk.subarray(start)));
  }
  const last = taken();
  if (last !== '') {
    yield { text: last, ended: false };
  }
}
