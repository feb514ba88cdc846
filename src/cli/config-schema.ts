import { knownSettings } from './config-settings.ts';
import { valueKindOf } from './config-value-kinds.ts';
import type { OptionDeclaration, OptionTable } from './option-table.ts';

type Schema = Readonly<Record<string, unknown>>;

const reference = {
  title: 'Key',
  description: 'Where a key stands; it never stands in the file itself.',
  oneOf: [
    {
      type: 'object',
      required: ['env'],
      additionalProperties: false,
      properties: {
        env: {
          type: 'string',
          description: 'The name of the environment variable that holds the key.',
          pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
        },
      },
    },
    {
      type: 'object',
      required: ['file'],
      additionalProperties: false,
      properties: {
        file: {
          type: 'string',
          description: 'A file whose only line is the key; paths start from the folder of the configuration.',
          minLength: 1,
        },
      },
    },
  ],
};

/** The JSON Schema of a configuration file, made from what `run` and `load` declare: `schemas/config.schema.json`. */
export function configSchema(options: OptionTable): Schema {
  const known = [...knownSettings(options)];
  const references = Object.fromEntries(known.map(([name]) => [name, { $ref: `#/$defs/${name}` }]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'config.schema.json',
    title: 'Configuration',
    description:
      'The configuration file conformance.config.*: what stands here holds for every target. The command line and the environment come before it.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'Where this schema is, for editors.' },
      targets: {
        description: 'Services by their names, for "run NAME"; what stands there comes before the rest.',
        type: 'object',
        propertyNames: { pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$' },
        additionalProperties: { $ref: '#/$defs/targetSettings' },
      },
      ...references,
    },
    $defs: {
      targetSettings: {
        title: 'Target',
        description: 'The settings of one service.',
        type: 'object',
        additionalProperties: false,
        properties: references,
      },
      keyReference: reference,
      ...Object.fromEntries(
        known.map(([name, { declaration }]) => [
          name,
          { description: settingSentence(declaration), ...schemaOf(declaration) },
        ]),
      ),
    },
  };
}

function schemaOf({ kind, value, inFile }: OptionDeclaration): Schema {
  const item =
    inFile === 'secret'
      ? { $ref: '#/$defs/keyReference' }
      : valueKindOf(kind === 'flag' ? undefined : (value ?? '')).schema;
  return kind === 'list' ? { anyOf: [item, { type: 'array', items: item }] } : item;
}

/** What the help says of an option, as a sentence about a setting. */
export function settingSentence({ describe }: OptionDeclaration): string {
  const [, what = '', otherwise] = /^(.*?)(?: \[([^\]]*)\])?$/.exec(describe) ?? [];
  const said = what
    .replace(/; better given as [A-Z_]+(?:, parted by commas)?/, '')
    .replace(/; with --reference [^;]*/, '')
    .replace(/; repeatable/, '; several in a list');
  const sentence = `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
  return otherwise === undefined ? sentence : `${sentence} Default: ${otherwise}.`;
}
