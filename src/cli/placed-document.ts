import { parse } from 'lossless-json';
import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { DocumentError } from './placed-value.ts';

/** A position in a text: line and column, in UTF-16 code units, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A value of a file and the place where it begins; what a program made has none. */
export type Placed =
  /** `source`: the literal as written, because a double does not hold every number. */
  | {
      readonly kind: 'scalar';
      readonly value: unknown;
      readonly source: string;
      readonly place: Place | null;
    }
  | { readonly kind: 'list'; readonly items: readonly Placed[]; readonly place: Place | null }
  | { readonly kind: 'object'; readonly members: readonly PlacedMember[]; readonly place: Place | null };

export interface PlacedMember {
  readonly name: string;
  /** Of the name. */
  readonly place: Place | null;
  readonly value: Placed;
}

/**
 * Reads YAML 1.2, or JSON, with the place of every value. Aliases and tags are refused: what is written says itself
 * what it means.
 *
 * @throws {DocumentError} for text that is neither, or holds more than one document.
 */
export function parsePlacedDocument(text: string, format: 'yaml' | 'json'): Placed {
  try {
    if (format === 'json') {
      refuseOtherThanJson(text);
    }
    return readDocument(text, format);
  } catch (error) {
    if (error instanceof RangeError) {
      throw new DocumentError('this is nested too deeply', null);
    }
    throw error;
  }
}

function readDocument(text: string, format: 'yaml' | 'json'): Placed {
  const lineCounter = new LineCounter();
  // Between the tokens of JSON these are spaces, and tokens can't contain them; in YAML they are not.
  const readable = format === 'json' ? text.replace(/\t|\r(?!\n)/g, ' ') : text;
  const document = parseDocument(readable, { lineCounter, prettyErrors: false, uniqueKeys: true });
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    throw new DocumentError(sentence(problem.code, problem.message, format), placeAt(problem.pos[0]));
  }
  return placed(document.contents, (node) => placeAt(node?.range?.[0] ?? 0));
}

/** The text around the place is not shown: it may hold a key. */
function refuseOtherThanJson(text: string): void {
  try {
    parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw error;
    }
    if (!error.message.startsWith('Duplicate key')) {
      const offset = /at position (\d+)$/.exec(error.message)?.[1];
      throw new DocumentError(
        'this is not valid JSON; fix it there',
        offset === undefined ? null : placeIn(text, Number(offset)),
      );
    }
  }
}

/** The place of an offset, in UTF-16 code units, in a text. */
function placeIn(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

const sentences: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'duplicate key; remove one of the two',
  MULTIPLE_DOCS: 'a second document begins here; put all entries into one document',
  BLOCK_AS_IMPLICIT_KEY: 'this text contains a colon; quote it',
  TAB_AS_INDENT: 'a tab is used to indent; use spaces',
  BAD_INDENT: 'this is indented in another way than what it belongs to',
  BAD_ALIAS: 'this is read as an alias; put the text into quotes',
  TAG_RESOLVE_FAILED: 'this is read as a tag; put the text into quotes',
};

/** The message of the parser may have several lines. */
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

function placed(node: unknown, placeOf: (node: Node | null) => Place): Placed {
  if (isMap<Node, Node | null>(node)) {
    const members = node.items.map(({ key, value }) => ({
      name: isScalar(key) ? String(key.value) : '',
      place: placeOf(key),
      value: value === null ? emptyAt(placeOf(key)) : placed(value, placeOf),
    }));
    return { kind: 'object', members, place: placeOf(node) };
  }
  if (isSeq<Node>(node)) {
    return { kind: 'list', items: node.items.map((item) => placed(item, placeOf)), place: placeOf(node) };
  }
  if (isScalar(node)) {
    return {
      kind: 'scalar',
      value: node.value,
      source: node.source ?? String(node.value),
      place: placeOf(node),
    };
  }
  if (node === null) {
    return emptyAt(placeOf(null));
  }
  throw new DocumentError('this is an alias; write its value', isNode(node) ? placeOf(node) : null);
}

function emptyAt(place: Place): Placed {
  return { kind: 'scalar', value: null, source: '', place };
}
