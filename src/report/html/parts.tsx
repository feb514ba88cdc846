import { type ComponentChildren, Fragment, type VNode } from 'preact';
import type { RequirementVerdict } from '../../verdict/requirement.ts';
import { verdictMarks } from '../by-verdict.ts';
import type { TextPart } from '../marked-texts.ts';
import type { TextSection } from '../text-sections.ts';
import { cutText, numberText, visibleLine, visibleText } from '../words.ts';

export function VerdictSign({ verdict }: { verdict: RequirementVerdict }): VNode {
  return <span class={`mark ${verdict}`}>{verdictMarks[verdict]}</span>;
}

/** A table in a scrollable region, reachable by keyboard and with an accessible name. */
export function Table(props: {
  label: string;
  style?: string;
  columns?: readonly ComponentChildren[];
  children: ComponentChildren;
}): VNode {
  const { label, style, columns, children } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and this holds a table
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <div class="scroll" role="group" aria-label={label} tabIndex={0}>
      <table class={style}>
        {columns === undefined ? null : (
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col">{column}</th>
              ))}
            </tr>
          </thead>
        )}
        {children}
      </table>
    </div>
  );
}

/** `entries`: the filter of the page hides and shows what is in it; `folded`: closed at first. */
export type SectionLook = 'entries' | 'folded' | 'folded entries' | '';

/** A section of a page, and its entry in the contents. */
export interface ShownSection {
  readonly entry: ContentsEntry;
  readonly content: VNode;
}

/**
 * A section, or none without anything in it.
 *
 * @param size the number of its items, possibly as text, or whether it has any
 */
export function section(
  anchor: string,
  title: string,
  size: number | string | boolean,
  content: VNode,
  look: SectionLook = '',
): ShownSection[] {
  const count = typeof size === 'number' ? numberText(size) : size;
  const entry = { anchor, title, ...(typeof count === 'string' ? { count } : {}) };
  const marked = look.endsWith('entries') ? { 'data-entries': true } : {};
  const heading = (
    <h2>
      {title}
      {entry.count === undefined ? null : (
        <>
          {' '}
          <span class="count">{entry.count}</span>
        </>
      )}
    </h2>
  );
  const shown = look.startsWith('folded') ? (
    <details class="section" id={anchor} {...marked}>
      <summary>{heading}</summary>
      {content}
    </details>
  ) : (
    <section id={anchor} {...marked}>
      {heading}
      {content}
    </section>
  );
  return size ? [{ entry, content: shown }] : [];
}

/**
 * Any text in one line: invisible characters are made visible, a cut is counted, and its direction is isolated. `as`: the
 * element around it.
 */
export function Line(props: {
  text: string;
  maximum?: number;
  as?: 'b' | 'code' | 'div' | 'h3' | 'li' | 'p' | 'span' | 'strong';
  class?: string;
}): VNode {
  const { text: kept, cut } = cutText(props.text, props.maximum ?? longest.line);
  const Element = props.as ?? Fragment;
  return (
    <Element {...(props.class === undefined ? {} : { class: props.class })}>
      <bdi>{visibleLine(kept)}</bdi>
      <CutNote cut={cut} />
    </Element>
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

/** Facts in one line, each unbroken if it fits. */
function Pieces({ texts }: { texts: readonly string[] }): VNode {
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

/** A text with its differences from another one marked. */
export function Parts({ parts }: { parts: readonly TextPart[] }): VNode {
  return (
    <bdi>
      {parts.map(({ text, differs }) => (differs ? <mark>{visibleLine(text)}</mark> : visibleLine(text)))}
    </bdi>
  );
}

const toneClasses = { good: 'good', bad: 'bad', warning: 'warn', quiet: 'note' } as const;

/** What the terminal shows in a section: facts in one line each, what is less important below them. */
export function Entries({ sections }: { sections: readonly TextSection[] }): VNode {
  return (
    <ul class="rows">
      {sections.flatMap(({ entries }) =>
        entries.map(({ label, ids = [], texts, tone, details = [], link, words = [] }) => (
          <li class="row" {...(words.length === 0 ? {} : { 'data-entry': words.join(' ') })}>
            {label === undefined ? null : <strong>{label}</strong>}{' '}
            {ids.map((id) => (
              <>
                {link === null ? (
                  <Line text={id} maximum={100} />
                ) : (
                  <a href={link ?? `#${id}`}>
                    <Line text={id} maximum={100} />
                  </a>
                )}{' '}
              </>
            ))}
            <span class={tone === undefined ? '' : toneClasses[tone]}>
              <Pieces texts={texts} />
            </span>
            {details.map((detail) => (
              <Line as="p" class="note" text={detail} />
            ))}
          </li>
        )),
      )}
    </ul>
  );
}

function CutNote({ cut }: { cut: number }): VNode | null {
  return cut === 0 ? null : <span class="note"> … {numberText(cut)} more characters were left out here</span>;
}

/** The maximum lengths of texts on a page, in characters. */
export const longest = {
  line: 1_000,
  target: 200,
  head: 4_000,
  body: 1_500,
  /** In the short form for findings. */
  bodyInShort: 600,
  curl: 4_000,
} as const;

export interface ContentsEntry {
  /** The id of a section, without `#`. */
  readonly anchor: string;
  readonly title: string;
  readonly count?: string;
}
