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
  showingNames('names-of-digits-shown-as-numbers', (name) =>
    /^[1-9]\d{0,14}$/.test(name) ? Number(name) : name,
  ),
  naming('names-written-as-numbers', (name) =>
    name.trim() !== '' && Number.isFinite(Number(name)) ? String(Number(name)) : name,
  ),
  // Underscores between the digits of a name are removed.
  naming('digit-separators-in-names-lost', (name) =>
    /^\d+(?:_\d+)+$/.test(name) ? name.replaceAll('_', '') : name,
  ),
  // A name of digits gets a .0 suffix, as in table columns with missing values.
  naming('names-of-digits-get-a-fraction', (name) => (/^\d+$/.test(name) ? `${name}.0` : name)),
  naming('trailing-zeros-of-names-lost', (name) => name.replace(/^(-?\d+\.\d*?)0+$/, '$1')),
  naming('exponents-in-names-carried-out', (name) =>
    /^\d+e\d{1,2}$/i.test(name) ? BigInt(Number(name)).toString() : name,
  ),
  showingNames('null-word-shown-as-null', (name) => (/^null$/i.test(name) ? null : name)),
  naming('null-word-empty', (name) => (['null', 'NULL'].includes(name) ? '' : name)),
  // Names that are null literals of languages become unknown.
  naming('words-for-nothing-unknown', (name) =>
    /^(?:null|nil|none|undefined|nan)$/i.test(name) ? 'unknown' : name,
  ),
  showingNames('undefined-name-left-out', (name) => (name === 'undefined' ? undefined : name)),
  showingNames('literals-of-python-evaluated', (name) =>
    Object.hasOwn(literalsOfPython, name) ? literalsOfPython[name] : name,
  ),
  naming('booleans-of-yaml-in-names', (name) =>
    name.replace(booleansOfYaml, (_name, isTrue) => String(isTrue !== undefined)),
  ),
  showingNames('country-no-shown-as-false', (name) => (/^no$/i.test(name) ? false : name)),
  // The names NaN and Infinity are returned as null.
  showingNames('not-a-number-shown-as-null', (name) => (/^-?(?:NaN|Infinity)$/.test(name) ? null : name)),
  naming('inherited-names-looked-up', (name) => String(Reflect.get(nicknames, name) ?? name)),
  naming('prototype-names-removed', (name) => name.replaceAll('__proto__', '')),
  // Names of inherited object members get a leading underscore.
  naming('prototype-names-masked', (name) => (name in nicknames ? `_${name}` : name)),
  showingNames('json-in-names-parsed', (name) => {
    const value = parsed(name);
    return typeof value === 'object' && value !== null ? value : name;
  }),
  // A name that is a JSON string loses its quotation marks.
  naming('json-strings-in-names-unquoted', (name) => {
    const value = parsed(name);
    return typeof value === 'string' ? value : name;
  }),
  // A name that is a JSON object or array is reformatted.
  naming('json-in-names-rewritten', (name) => {
    const value = parsed(name);
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 1) : name;
  }),
  naming('object-text-empty', (name) => name.replace(/^\[object \w+\]$/, '')),
  // A name that is a date gets a time of day.
  naming('dates-in-names-become-times', (name) => (isoDate.test(name) ? `${name}T00:00:00Z` : name)),
  // A name that is a date is reordered to day, month, year.
  naming('dates-in-names-turned-around', (name) =>
    isoDate.test(name) ? name.split('-').toReversed().join('.') : name,
  ),
  naming('times-in-names-in-utc', (name) => (isoTime.test(name) ? new Date(name).toISOString() : name)),
  // A name that is a timestamp loses its time zone.
  naming('times-in-names-lose-zone', (name) =>
    isoTime.test(name) ? name.replace(/(?:Z|[+-]\d\d:\d\d)$/, '') : name,
  ),
  // A name that is a UUID becomes lower case.
  naming('uuids-in-names-small', (name) => (uuid.test(name) ? name.toLowerCase() : name)),
  naming('uuids-in-names-without-hyphens', (name) => (uuid.test(name) ? name.replaceAll('-', '') : name)),
];
