import type { VNode } from 'preact';
import { cutText } from '../cut-text.ts';
import { visibleLine, visibleText } from '../visible-text.ts';

/** Any text in one line: invisible characters made visible, the cut counted, its direction kept to itself. */
export function Line({ text, maximum = 1_000 }: { text: string; maximum?: number }): VNode {
  const { text: kept, cut } = cutText(text, maximum);
  return (
    <>
      <bdi>{visibleLine(kept)}</bdi>
      <CutNote cut={cut} />
    </>
  );
}

/** Any text as a block of code, its line feeds kept. */
export function Block({ text, maximum, cut = 0 }: { text: string; maximum: number; cut?: number }): VNode {
  const kept = cutText(text, maximum);
  return (
    <>
      <pre>{visibleText(kept.text)}</pre>
      <CutNote cut={kept.cut + cut} />
    </>
  );
}

function CutNote({ cut }: { cut: number }): VNode | null {
  return cut === 0 ? null : <span class="note"> … {cut} more characters were left out here</span>;
}
