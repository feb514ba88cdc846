import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the project lies. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every Markdown file that is written for readers: its text by its path from the root of the project. */
export function documents(): Map<string, string> {
  const atRoot = readdirSync(root);
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const all = [...atRoot, 'reports/README.md', ...inDocs.map((path) => `docs/${path}`)];
  const paths = all.filter((path) => path.endsWith('.md'));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** A line that begins or ends a block of code, in a list too. */
const fence = /^([ \t>]*)(`{3,}|~{3,})(.*)$/;

/** A fenced block of code. */
export interface CodeBlock {
  /** The info string of its opening fence: `sh`. */
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
      // Backticks followed by more of them on the same line are inline code, not a fence.
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

/** Inline code, which doesn't reach over an empty line. */
const inlineCode = /(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])*?)(?<!`)\1(?!`)/g;

/** The targets of links and pictures, as they are written: `[text](target)`, `[name]: target`, `href="target"`. */
export function linkTargets(markdown: string): string[] {
  const text = withoutBlocks(markdown).replace(inlineCode, '');
  return [
    ...text.matchAll(/\]\(\s*<?((?:[^()\s<>]|\([^()\s]*\))*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g),
    ...text.matchAll(/^ {0,3}\[(?!\^)[^\]]+\]:\s*<?([^\s>]+)/gm),
    ...text.matchAll(/\s(?:href|src)\s*=\s*["']([^"']*)["']/g),
  ].map(([, target = '']) => target);
}

/** The anchors that GitHub gives to the headings: of those with the same words, the second ends in `-1`. */
export function headingAnchors(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutBlocks(markdown).matchAll(
    /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/gm,
  )) {
    const words = heading
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = words;
    for (let again = 1; anchors.has(anchor); again++) {
      anchor = `${words}-${again}`;
    }
    anchors.add(anchor);
  }
  return anchors;
}

function withoutBlocks(markdown: string): string {
  return [...markdownParts(markdown)].map((part) => (typeof part === 'string' ? part : '')).join('\n');
}

/** A block of commands of a document. */
export interface CommandBlock {
  readonly kind: 'commands';
  readonly text: string;
  /** Why it is not run, where a comment above it says so. */
  readonly notRun: string | null;
  /** Whether its runs are only planned, since what they would show is tried elsewhere. */
  readonly dryRun: boolean;
  /** How it may end: 0, unless a comment above it says otherwise. */
  readonly statuses: readonly number[];
}

/** A file that a reader is told to write. */
export interface FileBlock {
  readonly kind: 'file';
  readonly name: string;
  readonly text: string;
}

/**
 * What a reader of a document types and writes, in its order: blocks of `sh`, and those below `<!-- file: NAME -->`.
 * `<!-- not run: REASON -->`, `<!-- with --dry-run: REASON -->` and `<!-- status 1: REASON -->`, or `status 0, 1 or 3`,
 * speak of the block right below.
 *
 * @throws {Error} for a block of a shell by another name, which would not be run, and for a comment that says no reason.
 */
export function commandBlocks(markdown: string): (CommandBlock | FileBlock)[] {
  const blocks = [...markdownParts(markdown)].filter((part): part is CodeBlock => typeof part !== 'string');
  return blocks.flatMap(({ language, text, above }): (CommandBlock | FileBlock)[] => {
    const [, name] = /^<!-- file: (\S+) -->$/.exec(above) ?? [];
    if (name !== undefined) {
      return [{ kind: 'file', name, text }];
    }
    if (/^(?:bash|shell|console|zsh|shellsession)$/.test(language)) {
      throw new Error(`a block of ${language}: write sh, so that it is run`);
    }
    return language === 'sh' ? [commands(text, above)] : [];
  });
}

function commands(text: string, above: string): CommandBlock {
  const [, notRun = null] = /^<!-- not run: (.*\w.*) -->$/.exec(above) ?? [];
  const [, statuses = null] = /^<!-- status ((?:\d|, | or )+): .*\w.* -->$/.exec(above) ?? [];
  const dryRun = /^<!-- with --dry-run: .*\w.* -->$/.test(above);
  if (/^<!-- *(?:not|status|with)/.test(above) && notRun === null && statuses === null && !dryRun) {
    throw new Error(`this comment says no reason: ${above}`);
  }
  return {
    kind: 'commands',
    text,
    notRun,
    dryRun,
    statuses: statuses === null ? [0] : (statuses.match(/\d/g) ?? []).map(Number),
  };
}
