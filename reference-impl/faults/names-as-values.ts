import { parsed } from './creation-body-decorations.ts';
import type { Fault } from './fault.ts';
import { namingWhereAmple as naming, showingNames } from './name-decorations.ts';

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const isoDate = /^\d{4}-\d\d-\d\d$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const booleansOfYaml = /^(?:(y|yes|true|on)|n|no|false|off)$/i;
const literalsOfPython: Readonly<Record<string, unknown>> = { True: true, False: false, None: null };
/** An object for lookups, which also finds inherited members. */
const nicknames = {};

/** Names that some language, database or serialiser reads as another value. */
export const namesAsValues: readonly Fault[] = [
  showingNames('names-of-digits-shown-as-numbers', 'A name of digits is returned as a number.', (name) =>
    /^[1-9]\d{0,14}$/.test(name) ? Number(name) : name,
  ),
  naming(
    'names-written-as-numbers',
    'A name that JavaScript reads as a number is rewritten as that number.',
    (name) => (name.trim() !== '' && Number.isFinite(Number(name)) ? String(Number(name)) : name),
  ),
  naming('digit-separators-in-names-lost', 'Underscores between the digits of a name are removed.', (name) =>
    /^\d+(?:_\d+)+$/.test(name) ? name.replaceAll('_', '') : name,
  ),
  naming(
    'names-of-digits-get-a-fraction',
    'A name of digits gets a .0 suffix, as in table columns with missing values.',
    (name) => (/^\d+$/.test(name) ? `${name}.0` : name),
  ),
  naming(
    'trailing-zeros-of-names-lost',
    'A name that is a decimal number loses its trailing zeros.',
    (name) => name.replace(/^(-?\d+\.\d*?)0+$/, '$1'),
  ),
  naming('exponents-in-names-carried-out', 'A name that is a number with an exponent is expanded.', (name) =>
    /^\d+e\d{1,2}$/i.test(name) ? BigInt(Number(name)).toString() : name,
  ),
  showingNames(
    'null-word-shown-as-null',
    'The name null, in any letter case, is returned as JSON null.',
    (name) => (/^null$/i.test(name) ? null : name),
  ),
  naming('null-word-empty', 'The names null and NULL become an empty string.', (name) =>
    ['null', 'NULL'].includes(name) ? '' : name,
  ),
  naming('words-for-nothing-unknown', 'Names that are null literals of languages become unknown.', (name) =>
    /^(?:null|nil|none|undefined|nan)$/i.test(name) ? 'unknown' : name,
  ),
  showingNames('undefined-name-left-out', 'The name undefined is omitted.', (name) =>
    name === 'undefined' ? undefined : name,
  ),
  showingNames('literals-of-python-evaluated', 'Names that are Python literals are evaluated.', (name) =>
    Object.hasOwn(literalsOfPython, name) ? literalsOfPython[name] : name,
  ),
  naming('booleans-of-yaml-in-names', 'Names that YAML reads as booleans become true and false.', (name) =>
    name.replace(booleansOfYaml, (_name, isTrue) => String(isTrue !== undefined)),
  ),
  showingNames('country-no-shown-as-false', 'The name NO is returned as false.', (name) =>
    /^no$/i.test(name) ? false : name,
  ),
  showingNames('not-a-number-shown-as-null', 'The names NaN and Infinity are returned as null.', (name) =>
    /^-?(?:NaN|Infinity)$/.test(name) ? null : name,
  ),
  naming(
    'inherited-names-looked-up',
    'Names are looked up in an object, including its inherited members.',
    (name) => String(Reflect.get(nicknames, name) ?? name),
  ),
  naming('prototype-names-removed', 'The text __proto__ is removed from names.', (name) =>
    name.replaceAll('__proto__', ''),
  ),
  naming('prototype-names-masked', 'Names of inherited object members get a leading underscore.', (name) =>
    name in nicknames ? `_${name}` : name,
  ),
  showingNames(
    'json-in-names-parsed',
    'A name that is a JSON object or array is returned as parsed JSON.',
    (name) => {
      const value = parsed(name);
      return typeof value === 'object' && value !== null ? value : name;
    },
  ),
  naming(
    'json-strings-in-names-unquoted',
    'A name that is a JSON string loses its quotation marks.',
    (name) => {
      const value = parsed(name);
      return typeof value === 'string' ? value : name;
    },
  ),
  naming('json-in-names-rewritten', 'A name that is a JSON object or array is reformatted.', (name) => {
    const value = parsed(name);
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 1) : name;
  }),
  naming('object-text-empty', 'The name [object Object] becomes an empty string.', (name) =>
    name.replace(/^\[object \w+\]$/, ''),
  ),
  naming('dates-in-names-become-times', 'A name that is a date gets a time of day.', (name) =>
    isoDate.test(name) ? `${name}T00:00:00Z` : name,
  ),
  naming('dates-in-names-turned-around', 'A name that is a date is reordered to day, month, year.', (name) =>
    isoDate.test(name) ? name.split('-').toReversed().join('.') : name,
  ),
  naming('times-in-names-in-utc', 'A name that is a timestamp is converted to UTC.', (name) =>
    isoTime.test(name) ? new Date(name).toISOString() : name,
  ),
  naming('times-in-names-lose-zone', 'A name that is a timestamp loses its time zone.', (name) =>
    isoTime.test(name) ? name.replace(/(?:Z|[+-]\d\d:\d\d)$/, '') : name,
  ),
  naming('uuids-in-names-small', 'A name that is a UUID becomes lower case.', (name) =>
    uuid.test(name) ? name.toLowerCase() : name,
  ),
  naming('uuids-in-names-without-hyphens', 'A name that is a UUID loses its hyphens.', (name) =>
    uuid.test(name) ? name.replaceAll('-', '') : name,
  ),
];
