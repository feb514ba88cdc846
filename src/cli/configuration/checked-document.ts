import { type Document, isAlias, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { requireThat, UsageError } from '../usage-error.ts';
import type { DocumentSchema, Path } from './document-schema.ts';

/** A position in a text: line and column, in UTF-16 code units, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A file in YAML 1.2, or in JSON, which is a part of it, that fits its schema; with the place of every value. */
export class CheckedDocument {
  readonly label: string;
  readonly content: unknown;
  readonly #document: Document.Parsed;
  readonly #lineCounter: LineCounter;

  /**
   * @param label the name of the file, for errors
   * @throws {UsageError} for text that is neither, and for the first thing that does not fit.
   */
  constructor(text: string, label: string, schema: DocumentSchema) {
    this.label = label;
    this.#lineCounter = new LineCounter();
    requireThat(!isNestedTooDeeply(text), `${label}: this is nested too deeply`);
    try {
      // Between the tokens of JSON tabs are spaces, and tokens can't contain them; in YAML they are not.
      const readable = label.toLowerCase().endsWith('.json') ? text.replace(/\t|\r(?!\n)/g, ' ') : text;
      this.#document = parseDocument(readable, {
        lineCounter: this.#lineCounter,
        prettyErrors: false,
        // A warning of the parser repeats what is written, which may be a key.
        logLevel: 'error',
        uniqueKeys: true,
      });
      this.#refuseBroken();
      this.content = this.#document.toJS() ?? {};
    } catch (error) {
      throw error instanceof ReferenceError ? new UsageError(this.#aliasProblem()) : error;
    }
    const complaint = schema.complaint(this.content);
    if (complaint !== null) {
      const place = this.placeOf(complaint.path, complaint.isName ? 'name' : 'value');
      throw new UsageError(`${this.placeText(place)}: ${complaint.text}`);
    }
  }

  /** Where a value, or the name of a member, begins: that of what it is in if it has no place of its own. */
  placeOf(path: Path, of: 'value' | 'name' = 'value'): Place {
    const name = path.at(-1);
    const container = of === 'name' ? this.#document.getIn(path.slice(0, -1), true) : undefined;
    const pair = isMap(container)
      ? container.items.find(({ key }) => isScalar(key) && String(key.value) === String(name))
      : undefined;
    const node =
      pair?.key ?? (path.length === 0 ? this.#document.contents : this.#document.getIn(path, true));
    if (isNode(node) && node.range !== null && node.range !== undefined) {
      return this.#placeAt(node.range[0]);
    }
    return path.length === 0 ? this.#placeAt(0) : this.placeOf(path.slice(0, -1));
  }

  /** A scalar as it is written, since a double does not hold every number. */
  textOf(path: Path): string {
    const written = this.#document.getIn(path, true);
    const node = isAlias(written) ? written.resolve(this.#document) : written;
    return isScalar(node) ? (node.source ?? String(node.value)) : '';
  }

  /** `conformance.config.yaml:3:5`. */
  placeText({ line, column }: Place): string {
    return `${this.label}:${line}:${column}`;
  }

  #refuseBroken(): void {
    const [problem] = [...this.#document.errors, ...this.#document.warnings];
    if (problem !== undefined) {
      const place = this.placeText(this.#placeAt(problem.pos[0]));
      throw new UsageError(`${place}: ${sentence(problem.code, problem.message)}`);
    }
  }

  #aliasProblem(): string {
    const anchors = new Set<string | undefined>();
    let offset: number | null = null;
    visit(this.#document, {
      Node: (_, node) => {
        if (isAlias(node) && !anchors.has(node.source)) {
          offset = node.range?.[0] ?? 0;
          return visit.BREAK;
        }
        anchors.add(isAlias(node) ? undefined : node.anchor);
        return undefined;
      },
    });
    return offset === null
      ? `${this.label}: this has too many aliases`
      : `${this.placeText(this.#placeAt(offset))}: ${readAsAlias}`;
  }

  #placeAt(offset: number): Place {
    const { line, col } = this.#lineCounter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }
}

/** Deeper than any configuration, and far below where the parser overflows its stack, which may end the process. */
const deepest = 100;

function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    depth += character === '[' || character === '{' ? 1 : character === ']' || character === '}' ? -1 : 0;
    if (depth > deepest) {
      return true;
    }
  }
  return /^ {200}|(?:[-?] ){100}/m.test(text);
}

const readAsAlias = 'this is read as an alias; put the text into quotes';

const sentences: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'duplicate key; remove one of the two',
  MULTIPLE_DOCS: 'a second document begins here; put all entries into one document',
  BLOCK_AS_IMPLICIT_KEY: 'this text contains a colon: quote it, or indent the next line less',
  TAB_AS_INDENT: 'a tab is used to indent; use spaces',
  BAD_INDENT: 'this is indented in another way than what it belongs to',
  BAD_ALIAS: readAsAlias,
  BAD_DIRECTIVE: 'this is read as a directive; begin the line with something else',
  BAD_DQ_ESCAPE: 'this escape is none that YAML or JSON has; write two backslashes for one',
  KEY_OVER_1024_CHARS: 'this name is too long',
  TAG_RESOLVE_FAILED: 'this is read as a tag; put the text into quotes',
};

function sentence(code: string, message: string): string {
  // A list or an object that is never closed has the code of a wrong indent, too.
  const [, bracket] = /must (?:be sufficiently indented and )?end with a ([\]}])/.exec(message) ?? [];
  if (bracket !== undefined) {
    return `what was opened above is not closed by "${bracket}", or only too far to the left`;
  }
  // What follows is a piece of the file, which may be a key.
  const [words = ''] =
    /^[^:"'`%\n]*/.exec(
      message.replace(/["']quote/, 'quotation mark').replace('Missing , or :', 'Missing comma or colon'),
    ) ?? [];
  return sentences[code] ?? `this is not valid YAML or JSON: ${words.trim().replace(/[.]$/, '')}`;
}
