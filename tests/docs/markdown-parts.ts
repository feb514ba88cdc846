/** A line that begins or ends a block of code, in a list too. */
const fence = /^([ \t>]*)(`{3,}|~{3,})(.*)$/;

/** A fenced block of code. */
export interface CodeBlock {
  /** What stands behind its first fence: `sh`. */
  readonly language: string;
  /** Its lines, without the indentation that its fence has. */
  readonly text: string;
  /** The nearest line above it that is not empty, trimmed. */
  readonly above: string;
}

/** The lines outside blocks of code, and the blocks. One without an end reaches to the end of the document. */
export function* markdownParts(markdown: string): Generator<string | CodeBlock> {
  let open: { marks: string; indent: string; language: string; lines: string[] } | null = null;
  let above = '';
  const block = () => ({ language: open?.language ?? '', text: open?.lines.join('\n') ?? '', above });
  for (const line of markdown.split(/\r?\n/)) {
    const [, indent = '', marks = '', info = ''] = fence.exec(line) ?? [];
    if (open !== null) {
      if (marks.startsWith(open.marks) && info.trim() === '') {
        yield block();
        open = null;
      } else {
        open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line.trimStart());
      }
      // What stands behind backticks on the same line is no block but inline code, where it has more of them.
    } else if (marks !== '' && !(marks.startsWith('`') && info.includes('`'))) {
      open = { marks, indent, language: info.trim(), lines: [] };
    } else {
      above = line.trim() === '' ? above : line.trim();
      yield line;
    }
  }
  if (open !== null) {
    yield block();
  }
}
