import { type Document, isAlias, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { requireThat, UsageError } from '../usage-error.ts';
import type { DocumentSchema, Path } from './document-schema.ts';

/** A position in a text: line and column, in UTF-16 code units, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A YAML 1.2 or JSON file that matches its schema, with the position of every value. */
export class CheckedDocument {
  readonly label: string;
  readonly content: unknown;
  readonly #document: Document.Parsed;
  readonly #lineCounter: LineCounter;

  /**
   * @param label the name of the file, for errors
   * @throws {UsageError} for a syntax error, or the first value that does not match the schema.
   */
  constructor(text: string, label: string, schema: DocumentSchema) {
    this.label = label;
    this.#lineCounter = new LineCounter();
    requireThat(!isNestedTooDeeply(text), `${label}: this is nested too deeply`);
    try {
      // JSON permits tabs between its tokens, and none within them; YAML does not.
      const readable = label.toLowerCase().endsWith('.json') ? text.replace(/\t|\r(?!\n)/g, ' ') : text;
      this.#document = parseDocument(readable, {
        lineCounter: this.#lineCounter,
        prettyErrors: false,
        // A warning of the parser may repeat a key from the file.
        logLevel: 'error',
        uniqueKeys: true,
      });
      this.#refuseBroken();
      this.content = this.#document.toJS() ?? {};
    } catch (error) {
      const remedy = 'put a text that begins with * into quotes';
      throw error instanceof ReferenceError
        ? new UsageError(`${label}: this has an alias without an anchor, or too many of them: ${remedy}`)
        : error;
    }
    const complaint = schema(this.content);
    if (complaint !== null) {
      const place = this.placeOf(complaint.path, complaint.isName ? 'name' : 'value');
      throw new UsageError(`${this.placeText(place)}: ${complaint.text}`);
    }
  }

  /** The position of a value or of a member's name; that of its parent if it has none. */
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

  /** The source text of a scalar, because a double can't hold every number. */
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
      // The message of the parser may repeat a key from the file.
      const what = problem.code.toLowerCase().replaceAll('_', ' ');
      throw new UsageError(`${place}: this is not valid YAML or JSON: ${what}`);
    }
  }

  #placeAt(offset: number): Place {
    const { line, col } = this.#lineCounter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }
}

/** The maximum depth, far below where the parser overflows its stack and may end the process. */
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
