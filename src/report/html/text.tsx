import type { VNode } from 'preact';
import { numberText } from '../number-text.ts';
import type { TextPart } from '../text-difference.ts';
import { cutText, visibleLine, visibleText } from '../visible-text.ts';

/** Splits a text so that names of options are at odd positions. */
const optionName = /(?<![^\s(])(--[a-z][a-z-]{0,40})/;

/** Any text in one line: invisible characters made visible, the cut counted, its direction kept to itself. */
export function Line({ text, maximum = longest.line }: { text: string; maximum?: number }): VNode {
  const { text: kept, cut } = cutText(text, maximum);
  return (
    <>
      <bdi>
        <Unbroken text={visibleLine(kept)} />
      </bdi>
      <CutNote cut={cut} />
    </>
  );
}

/** A reason of our own, whose parts in backticks are code. */
export function Reason({ text, maximum = longest.line }: { text: string; maximum?: number }): VNode {
  return (
    <>
      {text
        .split('`')
        .map((part, index) =>
          index % 2 === 1 ? (
            <code class="option">{visibleLine(part)}</code>
          ) : (
            <Line text={part} maximum={maximum} />
          ),
        )}
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

/** A line for a shell, which wraps between its words. */
export function Command({ text, maximum }: { text: string; maximum: number }): VNode {
  const kept = cutText(text, maximum);
  return (
    <>
      <pre>
        <Unbroken text={visibleText(kept.text)} />
      </pre>
      <CutNote cut={kept.cut} />
    </>
  );
}

/** Facts in one line, each unbroken if it fits. */
export function Pieces({ texts }: { texts: readonly string[] }): VNode {
  return (
    <>
      {texts.map((text, index) => (
        <>
          <span class="piece">
            <Line text={index < texts.length - 1 ? `${text} ·` : text} />
          </span>{' '}
        </>
      ))}
    </>
  );
}

/** A text whose names of options stay whole: browsers break lines behind the hyphens in front. */
function Unbroken({ text }: { text: string }): VNode {
  return (
    <>
      {text
        .split(optionName)
        .map((part, index) => (index % 2 === 1 ? <span class="option">{part}</span> : part))}
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

/** How many characters of each kind of text a page shows. */
export const longest = {
  line: 1_000,
  target: 200,
  head: 4_000,
  body: 1_500,
  /** In the short form for findings. */
  bodyInShort: 600,
  curl: 4_000,
} as const;
