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

/** The first error in a value, or `null` if it is valid. */
export type DocumentSchema = (value: unknown) => Complaint | null;

/**
 * A JSON Schema of a file that users write, with readable errors.
 *
 * @param schema compiled when it is first needed
 * @param member the word for a member: `setting`
 * @param otherwise the advice for a member that is similar to none: `; see the documentation`
 */
export function documentSchema(schema: () => object, member: string, otherwise: string): DocumentSchema {
  let validate: ValidateFunction | null = null;
  return (value) => {
    validate ??= new Ajv2020({
      strict: false,
      verbose: true,
      allErrors: true,
      ownProperties: true,
      formats,
    }).compile(schema());
    return validate(value) ? null : complaintOf(validate.errors ?? [], value, member, otherwise);
  };
}

/** Errors of these keywords are more specific than others of the same value. */
const telling = ['additionalProperties', 'oneOf', 'propertyNames'];

function complaintOf(
  errors: readonly ErrorObject[],
  value: unknown,
  member: string,
  otherwise: string,
): Complaint {
  // An error of one alternative is less useful than that of `oneOf`, and may repeat a key as a name.
  const deepestFirst = errors
    .filter(({ schemaPath }) => !/\/oneOf\/\d/.test(schemaPath))
    .toSorted((one, other) => depthOf(other) - depthOf(one));
  const error = deepestFirst.find(({ keyword }) => telling.includes(keyword)) ?? deepestFirst[0];
  if (error === undefined) {
    throw new Error('Ajv reported no error for an invalid value');
  }
  const path = pathOf(error.instancePath, value);
  const { keyword, params } = error;
  const part = (error.parentSchema ?? {}) as SchemaPart;
  const told = (text: string, of = path): Complaint => ({ path: of, isName: of !== path, text });
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      const meant = suggestion(name, Object.keys(part.properties ?? {}), otherwise);
      // A key without the space behind its colon, for example, is read as a name.
      const isShown = meant !== otherwise || /^[A-Za-z_-]{1,40}$/.test(name);
      const shown = isShown ? quoted(nameOf([...path, name])) : `in ${nameOf(path)}`;
      return told(`unknown ${member} ${shown}${meant}`, [...path, name]);
    }
    case 'propertyNames': {
      const name = String(params['propertyName']);
      return told(`${quoted(name)} can't be a name here: use letters, digits, ".", "_" and "-"`, [
        ...path,
        name,
      ]);
    }
    case 'required': {
      const missing = String(params['missingProperty']);
      return told(`${nameOf(path)} has no "${missing}"${described(part.properties?.[missing])}`);
    }
    case 'enum': {
      const words = Array.isArray(error.schema) ? error.schema.map(String) : [];
      const word = typeof error.data === 'object' ? JSON.stringify(error.data) : String(error.data);
      return told(
        `${nameOf(path)}: ${quoted(word)} is not one of ${words.join(', ')}${suggestion(word, words)}`,
      );
    }
    case 'type':
      return told(`${nameOf(path)}: it must be of type ${[params['type']].flat().join(' or ')}`);
    case 'minLength':
    case 'maxLength':
      return told(`${nameOf(path)}: it ${error.message}`);
    default:
      return told(`${nameOf(path)}: it does not fit${described(part, '; expected: ')}`);
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
