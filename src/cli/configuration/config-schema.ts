import { type Option, settingSentence } from '../options/option.ts';
import { knownSettings } from '../options/table.ts';
import { documentSchema } from './document-schema.ts';

type Schema = Readonly<Record<string, unknown>>;

const reference = {
  title: 'Key',
  description:
    '{ "env": "NAME" }, where NAME is the environment variable that holds the key (for quotaKey: free=KEY, for header: FIELD: VALUE), or { "file": "PATH" }: the file must not contain a key.',
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

/**
 * The JSON Schema of a configuration file, made from the table of options: `schemas/config.schema.json`. The forms of
 * values are left to their options.
 */
export function configSchema(): Schema {
  const known = [...knownSettings];
  const references = Object.fromEntries(known.map(([name]) => [name, { $ref: `#/$defs/${name}` }]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'config.schema.json',
    title: 'Configuration',
    description:
      'The configuration file conformance.config.*: these settings apply to every target. Precedence: command line, environment, target, file.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'The URL of this schema, for editors.' },
      targets: {
        description: 'Services by their names, for "run NAME"; their settings override the others.',
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
        known.map(([name, { row }]) => [name, { description: settingSentence(row), ...schemaOf(row) }]),
      ),
    },
  };
}

export const configDocument = documentSchema(
  configSchema,
  'setting',
  '; settings are named as the options, in camel case: maxRequests',
);

function schemaOf(row: Option): Schema {
  if (row.kind === 'flag') {
    return { type: 'boolean' };
  }
  const { words, examples = words } = row.codec;
  const item =
    row.secret === true
      ? { $ref: '#/$defs/keyReference' }
      : { type: ['string', 'number'], minLength: 1, ...(examples && { examples }) };
  return row.kind === 'list' ? { anyOf: [item, { type: 'array', items: item }] } : item;
}
