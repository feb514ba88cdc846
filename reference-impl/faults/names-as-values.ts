import type { Fault } from './fault.ts';
import { namingWhereAmple as naming, showingNames } from './name-decorations.ts';

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const isoDate = /^\d{4}-\d\d-\d\d$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const booleansOfYaml = /^(?:(y|yes|true|on)|n|no|false|off)$/i;
const literalsOfPython: Readonly<Record<string, unknown>> = { True: true, False: false, None: null };
/** Whatever was meant to be looked up in it, what every object inherits is found too. */
const nicknames = {};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Names that are the whole of a text which some language, database or serialiser reads as another kind of value. */
export const namesAsValues: readonly Fault[] = [
  showingNames('names-of-digits-shown-as-numbers', 'A name of digits is shown as a number.', (name) =>
    /^[1-9]\d{0,14}$/.test(name) ? Number(name) : name,
  ),
  naming(
    'names-written-as-numbers',
    'A name that JavaScript reads as a number is written as that number.',
    (name) => (name.trim() !== '' && Number.isFinite(Number(name)) ? String(Number(name)) : name),
  ),
  naming('digit-separators-in-names-lost', 'Underscores between digits of a name are lost.', (name) =>
    /^\d+(?:_\d+)+$/.test(name) ? name.replaceAll('_', '') : name,
  ),
  naming('names-of-digits-get-a-fraction', 'A name of digits gets .0, as in tables with gaps.', (name) =>
    /^\d+$/.test(name) ? `${name}.0` : name,
  ),
  naming('trailing-zeros-of-names-lost', 'Zeros behind the point of a name are lost.', (name) =>
    name.replace(/^(-?\d+\.\d*?)0+$/, '$1'),
  ),
  naming('exponents-in-names-carried-out', 'A name with an exponent is written without.', (name) =>
    /^\d+e\d{1,2}$/i.test(name) ? BigInt(Number(name)).toString() : name,
  ),
  showingNames('null-word-shown-as-null', 'The word null, in any letter case, is shown as null.', (name) =>
    /^null$/i.test(name) ? null : name,
  ),
  naming('null-word-empty', 'The names null and NULL become empty.', (name) =>
    ['null', 'NULL'].includes(name) ? '' : name,
  ),
  naming('words-for-nothing-unknown', 'Names that are words for nothing are replaced by unknown.', (name) =>
    /^(?:null|nil|none|undefined|nan)$/i.test(name) ? 'unknown' : name,
  ),
  showingNames('undefined-name-left-out', 'The name undefined is left out.', (name) =>
    name === 'undefined' ? undefined : name,
  ),
  showingNames(
    'literals-of-python-evaluated',
    'Names are evaluated where they are literals of Python.',
    (name) => (Object.hasOwn(literalsOfPython, name) ? literalsOfPython[name] : name),
  ),
  naming('booleans-of-yaml-in-names', 'Names that YAML reads as booleans become true and false.', (name) =>
    name.replace(booleansOfYaml, (_name, isTrue) => String(isTrue !== undefined)),
  ),
  showingNames('country-no-shown-as-false', 'The name NO is shown as false.', (name) =>
    /^no$/i.test(name) ? false : name,
  ),
  showingNames(
    'not-a-number-shown-as-null',
    'Names that no JSON number can hold are shown as null.',
    (name) => (/^-?(?:NaN|Infinity)$/.test(name) ? null : name),
  ),
  naming('inherited-names-looked-up', 'Names are looked up in an object that inherits some.', (name) =>
    String(Reflect.get(nicknames, name) ?? name),
  ),
  naming('prototype-names-removed', 'The text __proto__ is removed from names.', (name) =>
    name.replaceAll('__proto__', ''),
  ),
  naming('prototype-names-masked', 'Names that objects inherit get an underscore in front.', (name) =>
    name in nicknames ? `_${name}` : name,
  ),
  showingNames(
    'json-in-names-parsed',
    'A name that is a JSON text of an object or array is shown parsed.',
    (name) => {
      const value = parsed(name);
      return typeof value === 'object' && value !== null ? value : name;
    },
  ),
  naming('json-strings-in-names-unquoted', 'A name that is a JSON string is parsed.', (name) => {
    const value = parsed(name);
    return typeof value === 'string' ? value : name;
  }),
  naming('json-in-names-rewritten', 'A name that is a JSON text is parsed and written again.', (name) => {
    const value = parsed(name);
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 1) : name;
  }),
  naming('object-text-empty', 'The name [object Object] is taken for a mistake and emptied.', (name) =>
    name.replace(/^\[object \w+\]$/, ''),
  ),
  naming('dates-in-names-become-times', 'A name that is a date gets a time.', (name) =>
    isoDate.test(name) ? `${name}T00:00:00Z` : name,
  ),
  naming('dates-in-names-turned-around', 'A name that is a date is written with the day first.', (name) =>
    isoDate.test(name) ? name.split('-').toReversed().join('.') : name,
  ),
  naming('times-in-names-in-utc', 'A name that is a time is written in UTC.', (name) =>
    isoTime.test(name) ? new Date(name).toISOString() : name,
  ),
  naming('times-in-names-lose-zone', 'A name that is a time loses its time zone.', (name) =>
    isoTime.test(name) ? name.replace(/(?:Z|[+-]\d\d:\d\d)$/, '') : name,
  ),
  naming('uuids-in-names-small', 'A name that is a UUID is written in small letters.', (name) =>
    uuid.test(name) ? name.toLowerCase() : name,
  ),
  naming('uuids-in-names-without-hyphens', 'A name that is a UUID loses its hyphens.', (name) =>
    uuid.test(name) ? name.replaceAll('-', '') : name,
  ),
];
