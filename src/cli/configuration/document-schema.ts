import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { quoted, suggestion } from '../usage-error.ts';

/** The names of members and the indices of items that lead to a value. */
export type Path = readonly (string | number)[];

/** An error in a value. */
export interface Complaint {
  readonly path: Path;
  /** Whether the name of the member is wrong, not its value. */
  readonly isName: boolean;
  /** The path of the value, the error, and the fix. Repeats no text of the file except a wrong name or word. */
  readonly text: string;
}

interface SchemaPart {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
}

/** A JSON Schema of a file that users write, with readable errors. */
export class DocumentSchema {
  readonly #schema: () => object;
  readonly #member: string;
  readonly #otherwise: string;
  #validate: ValidateFunction | null = null;

  /**
   * @param schema compiled when it is first needed
   * @param member the word for a member: `setting`
   * @param otherwise the advice for a member that is similar to none: `; see the documentation`
   */
  constructor(schema: () => object, member: string, otherwise: string) {
    this.#schema = schema;
    this.#member = member;
    this.#otherwise = otherwise;
  }

  /** The first error, or `null` for a valid value. */
  complaint(value: unknown): Complaint | null {
    this.#validate ??= new Ajv2020({ strict: false, verbose: true, ownProperties: true, formats }).compile(
      this.#schema(),
    );
    return this.#validate(value) ? null : this.#complaintOf(this.#validate.errors ?? [], value);
  }

  #complaintOf(errors: readonly ErrorObject[], value: unknown): Complaint {
    const deepestFirst = errors.toSorted((one, other) => depthOf(other) - depthOf(one));
    // These describe the error better than the errors of each alternative.
    const telling = deepestFirst.find(({ keyword }) => keyword === 'oneOf' || keyword === 'propertyNames');
    const error = telling ?? deepestFirst[0];
    if (error === undefined) {
      throw new Error('Ajv says nothing of what does not fit');
    }
    const path = pathOf(error.instancePath, value);
    const { params } = error;
    const part = (error.parentSchema ?? {}) as SchemaPart;
    const ofValue = (text: string): Complaint => ({ path, isName: false, text: `${nameOf(path)}: ${text}` });
    switch (error.keyword) {
      case 'additionalProperties':
        return this.#unknownMember([...path, String(params['additionalProperty'])], part);
      case 'propertyNames': {
        const name = String(params['propertyName']);
        const text = `${quoted(name)} can't be a name here: use letters, digits, ".", "_" and "-"`;
        return { path: [...path, name], isName: true, text };
      }
      case 'required': {
        const missing = String(params['missingProperty']);
        const known = Object.keys(part.properties ?? {});
        const unknown = Object.keys(Object(error.data)).find((name) => !known.includes(name));
        if (unknown !== undefined) {
          return this.#unknownMember([...path, unknown], part);
        }
        const text = `${nameOf(path)} has no "${missing}"${described(part.properties?.[missing])}`;
        return { path, isName: false, text };
      }
      case 'type':
        return ofValue(`it must be of type ${[params['type']].flat().join(' or ')}`);
      case 'minLength':
      case 'maxLength':
        return ofValue(`it ${error.message}`);
      case 'enum': {
        const words = Array.isArray(error.schema) ? error.schema.map(String) : [];
        const word = typeof error.data === 'object' ? JSON.stringify(error.data) : String(error.data);
        return ofValue(`${quoted(word)} is not one of ${words.join(', ')}${suggestion(word, words)}`);
      }
      default:
        return ofValue(`it does not fit${described(part, '; expected: ')}`);
    }
  }

  #unknownMember(path: Path, { properties = {} }: SchemaPart): Complaint {
    const name = String(path.at(-1));
    const meant = suggestion(name, Object.keys(properties), this.#otherwise);
    // A key without the space behind its colon, for example, is read as a name.
    const isShown = meant !== this.#otherwise || /^[A-Za-z_-]{1,40}$/.test(name);
    const shown = isShown ? quoted(nameOf(path)) : `in ${nameOf(path.slice(0, -1))}`;
    return { path, isName: true, text: `unknown ${this.#member} ${shown}${meant}` };
  }
}

const formats = { date: isDay };

/** Whether a text is a date of the calendar: `2026-12-31`. */
function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

function depthOf({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length;
}

/** The steps of a JSON Pointer (RFC 6901) into a value. */
function pathOf(pointer: string, value: unknown): Path {
  let container = value;
  return pointer
    .split('/')
    .slice(1)
    .map((step) => {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      const isIndex = Array.isArray(container);
      container = Object(container)[name];
      return isIndex ? Number(name) : name;
    });
}

/** `targets.local.only[1]`. */
export function nameOf(path: Path): string {
  const name = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return name === '' ? 'the file' : name.replace(/^\./, '');
}

function described({ description }: SchemaPart = {}, joint = ': '): string {
  return description === undefined
    ? ''
    : `${joint}${description.charAt(0).toLowerCase()}${description.slice(1).replace(/\.$/, '')}`;
}
