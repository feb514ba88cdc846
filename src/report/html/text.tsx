import type { VNode } from 'preact';
import { cutText } from '../cut-text.ts';
import { numberText } from '../number-text.ts';
import type { TextPart } from '../text-difference.ts';
import { visibleLine, visibleText } from '../visible-text.ts';
import { longest } from './longest.ts';

/** Any text in one line: invisible characters made visible, the cut counted, its direction kept to itself. */
export function Line({ text, maximum = longest.line }: { text: string; maximum?: number }): VNode {
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

/** A text of which some parts differ from another one. */
export function Parts({ parts }: { parts: readonly TextPart[] }): VNode {
  return (
    <bdi>
      {parts.map(({ text, differs }) => (differs ? <mark>{visibleLine(text)}</mark> : visibleLine(text)))}
    </bdi>
  );
}

function CutNote({ cut }: { cut: number }): VNode | null {
  return cut === 0 ? null : <span class="note"> … {numberText(cut)} more characters were left out here</span>;
}
