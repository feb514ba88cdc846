import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { visibleLine } from '../words.ts';
import { contentSecurityPolicy, type HtmlAssets, script, styleSheet } from './page-assets.ts';
import type { ContentsEntry, ShownSection } from './parts.tsx';

export interface DocumentShellProps {
  /** Any text: it is made visible, in one line. */
  readonly title: string;
  /** The header of the page: one `h1` and a sentence. */
  readonly header: ComponentChildren;
  readonly sections: readonly ShownSection[];
  readonly footer?: ComponentChildren;
  /** The location of style and script; `inline` by default. */
  readonly assets?: HtmlAssets;
  /** Style rules of this page, without `<` and `&`. Omitted with external assets. */
  readonly extraStyle?: string;
}

/** A whole page: no request, no script needed, readable on a phone, in a mail and on paper. */
export function renderDocument(props: DocumentShellProps): string {
  return `<!doctype html>\n${renderToString(<DocumentShell {...props} />)}\n`;
}

function DocumentShell(props: DocumentShellProps): VNode {
  const { title, assets = 'inline', extraStyle = '' } = props;
  const style = styleSheet + extraStyle;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={contentSecurityPolicy(assets, style)} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>{visibleLine(title)}</title>
        {assets === 'external' ? (
          <link rel="stylesheet" href="page.css" />
        ) : (
          <OwnText tag="style" text={style} />
        )}
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <header>{props.header}</header>
        <div class="side">
          <Tools />
          <Contents entries={props.sections.map(({ entry }) => entry)} />
          <Choices />
        </div>
        <main id="content">{props.sections.map(({ content }) => content)}</main>
        <footer>{props.footer}</footer>
        {assets === 'external' ? <script src="page.js" /> : <OwnText tag="script" text={script} />}
      </body>
    </html>
  );
}

/** Raw text of our own files: escaping would change its meaning and its hash. */
function OwnText({ tag: Tag, text }: { tag: 'style' | 'script'; text: string }): VNode {
  return <Tag dangerouslySetInnerHTML={{ __html: text }} />;
}

/** Controls that need the script, shown if the page has entries. */
function Tools(): VNode {
  return (
    <search class="tools" id="tools" hidden>
      <label for="filter">Filter</label>
      <input type="search" id="filter" placeholder="is:failed limit" autocomplete="off" spellcheck={false} />
      <output class="note" id="filter-count" for="filter" />
      <button type="button" id="expand" aria-pressed="false">
        Expand all
      </button>
      <details class="words">
        <summary>Filter words</summary>
        <dl>
          <dt>
            <code>is:failed</code>
          </dt>
          <dd>by verdict, level or group</dd>
          <dt>
            <code>-get</code>
          </dt>
          <dd>without this word</dd>
        </dl>
      </details>
    </search>
  );
}

function Contents({ entries }: { entries: readonly ContentsEntry[] }): VNode | null {
  return entries.length === 0 ? null : (
    <nav class="contents" aria-label="Contents">
      <ul>
        {entries.map(({ anchor, title, count }) => (
          <li>
            <a href={`#${anchor}`}>
              {title}
              {count === undefined ? null : <span class="count"> {count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Choices that work without the script: the style sheet reads which one is checked. */
function Choices(): VNode {
  return (
    <aside class="choices" aria-label="View">
      <Choice name="colours" legend="Colours" values={['system', 'light', 'dark']} />
      <Choice name="paper" legend="Print" values={['summary', 'everything']} />
    </aside>
  );
}

function Choice(props: { name: string; legend: string; values: readonly string[] }): VNode {
  return (
    <fieldset>
      <legend>{props.legend}</legend>
      {props.values.map((value, index) => (
        <label>
          <input
            type="radio"
            name={props.name}
            id={`${props.name}-${value}`}
            value={value}
            checked={index === 0}
          />
          {value}
        </label>
      ))}
    </fieldset>
  );
}
