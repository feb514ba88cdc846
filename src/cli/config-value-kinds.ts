import { requirements } from '../../suites/requirements.ts';
import { plans } from './parse/plans.ts';

/** What a setting's value is like: a JSON Schema, and a type of TypeScript. */
export interface ValueKind {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly type: string;
}

const groups = [...new Set(requirements.map(({ id }) => id.slice(0, id.indexOf('/'))))];
const weight = '(list|get|create)\\s*=\\s*[0-9]{1,6}';

/** By what stands for the value in the help. */
const kinds: Readonly<Record<string, ValueKind>> = {
  DURATION: {
    schema: { type: 'string', pattern: '^[0-9]{1,15}(ms|s|m|h)$', examples: ['500ms', '5s', '2m', '24h'] },
    type: 'Duration',
  },
  N: { schema: { type: ['integer', 'string'], pattern: '^-?[0-9]+$' }, type: 'number | bigint | string' },
  VERSION: {
    schema: { type: ['integer', 'string'], pattern: '^[0-9]+$', minimum: 1, examples: [1] },
    type: 'number | string',
  },
  R: {
    schema: { type: ['number', 'string'], pattern: '^[0-9]{1,6}([.][0-9]{1,3})?(/s)?$' },
    type: 'number | string',
  },
  SHARE: {
    schema: {
      type: ['number', 'string'],
      pattern: '^(0([.][0-9]{1,6})?|1([.]0{1,6})?)$',
      minimum: 0,
      maximum: 1,
    },
    type: 'number | string',
  },
  URL: { schema: { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s?#]+$' }, type: 'string' },
  PLAN: oneOf(plans),
  EFFORT: oneOf(['smoke', 'normal', 'thorough']),
  LEVEL: oneOf(['must', 'should']),
  PLACE: oneOf(['inline', 'external']),
  'PLAN=MINUTE/DAY': {
    schema: {
      type: 'string',
      pattern: `^(${plans.join('|')})=[0-9]{1,16}/[0-9]{1,16}$`,
      examples: ['enterprise=5000/1000000'],
    },
    type: 'string',
  },
  MIX: {
    schema: {
      type: 'string',
      pattern: `^\\s*${weight}\\s*(,\\s*${weight}\\s*)*$`,
      examples: ['list=70,get=20,create=10'],
    },
    type: 'string',
  },
  GLOB: {
    schema: { type: 'string', minLength: 1, examples: groups.map((group) => `${group}/*`) },
    type: 'string',
  },
};

const text: ValueKind = { schema: { type: 'string', minLength: 1 }, type: 'string' };

/** What the value of an option is like. @param placeholder what stands for it in the help; none of a flag */
export function valueKindOf(placeholder: string | undefined): ValueKind {
  return placeholder === undefined
    ? { schema: { type: 'boolean' }, type: 'boolean' }
    : (kinds[placeholder] ?? text);
}

function oneOf(words: readonly string[]): ValueKind {
  return { schema: { enum: words }, type: words.map((word) => `'${word}'`).join(' | ') };
}
