import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { UsageError } from '../usage-error.ts';

/** A value of a file, and the line, from 1, on which it begins. */
export type Placed =
  | { readonly kind: 'scalar'; readonly value: unknown; readonly line: number }
  | { readonly kind: 'list'; readonly items: readonly Placed[]; readonly line: number }
  | { readonly kind: 'object'; readonly members: readonly PlacedMember[]; readonly line: number };

/** A member of an object, with the line of its name. */
export interface PlacedMember {
  readonly name: string;
  readonly line: number;
  readonly value: Placed;
}

/**
 * Reads YAML 1.2, or JSON, with the line of every value. Aliases and tags are refused: an entry says itself what
 * it means.
 *
 * @param label the file's name, for errors
 * @throws {UsageError} for text that is neither, or holds more than one document.
 */
export function parseWaiverDocument(text: string, label: string, format: 'yaml' | 'json'): Placed {
  if (format === 'json') {
    refuseOtherThanJson(text, label);
  }
  const lineCounter = new LineCounter();
  // Between the tokens of JSON a tab is a space, and within them none can stand; to YAML it is neither.
  const readable = format === 'json' ? text.replaceAll('\t', ' ') : text;
  const document = parseDocument(readable, { lineCounter, prettyErrors: false, uniqueKeys: true });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const line = lineCounter.linePos(problem.pos[0]).line;
    throw new UsageError(`${label}, line ${line}: ${sentence(problem.code, problem.message, format)}`);
  }
  const lineOf = (node: Node | null): number =>
    node?.range ? Math.max(1, lineCounter.linePos(node.range[0]).line) : 1;
  return placed(document.contents, label, lineOf);
}

function refuseOtherThanJson(text: string, label: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    const line = position === undefined ? null : text.slice(0, Number(position)).split('\n').length;
    throw new UsageError(
      `${label}${line === null ? '' : `, line ${line}`}: this is not valid JSON; mend it there`,
    );
  }
}

const sentences: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'a name stands here a second time; leave one of them out',
  MULTIPLE_DOCS: 'a second document begins here; put all entries into one',
  BLOCK_AS_IMPLICIT_KEY: 'the text has a colon in it; put the text into quotes',
  TAB_AS_INDENT: 'a tab is used to indent; use spaces',
  BAD_INDENT: 'this is indented in another way than what it belongs to',
  BAD_ALIAS: 'this is read as an alias; put the text into quotes',
  TAG_RESOLVE_FAILED: 'this is read as a tag; put the text into quotes',
};

/** What the parser says may go over several lines. */
function sentence(code: string, message: string, format: 'yaml' | 'json'): string {
  const [firstLine = ''] = message.split('\n');
  // A list or an object that is never closed has the code of a wrong indent, too.
  const [, bracket] = /must be sufficiently indented and end with a ([\]}])/.exec(firstLine) ?? [];
  if (bracket !== undefined) {
    return `what was opened above is not closed by "${bracket}", or only too far to the left`;
  }
  const known = sentences[code];
  return (
    known ?? `this is not valid ${format === 'json' ? 'JSON' : 'YAML'}: ${firstLine.replace(/[.:]?\s*$/, '')}`
  );
}

function placed(node: unknown, label: string, lineOf: (node: Node | null) => number): Placed {
  if (isMap<Node, Node | null>(node)) {
    const members = node.items.map(({ key, value }) => ({
      name: isScalar(key) ? String(key.value) : '',
      line: lineOf(key),
      value: value === null ? emptyAt(lineOf(key)) : placed(value, label, lineOf),
    }));
    return { kind: 'object', members, line: lineOf(node) };
  }
  if (isSeq<Node>(node)) {
    return { kind: 'list', items: node.items.map((item) => placed(item, label, lineOf)), line: lineOf(node) };
  }
  if (isScalar(node)) {
    return { kind: 'scalar', value: node.value, line: lineOf(node) };
  }
  if (node === null) {
    return emptyAt(1);
  }
  const place = isNode(node) ? `${label}, line ${lineOf(node)}` : label;
  throw new UsageError(`${place}: an alias stands here; write out what it means`);
}

function emptyAt(line: number): Placed {
  return { kind: 'scalar', value: null, line };
}
