import { LosslessNumber } from 'lossless-json';
import { suggestion } from './nearest.ts';
import { type OptionDeclaration, type OptionTable, settingName } from './option-table.ts';
import type { Given } from './parse/given.ts';
import { quoted } from './quoted.ts';
import { UsageError } from './usage-error.ts';

/** A setting of the configuration file: values, or the environment variable that holds a secret. */
export type Setting =
  | { readonly kind: 'values'; readonly values: readonly Given[] }
  | { readonly kind: 'variable'; readonly variable: string; readonly label: string };

const baseUrl: OptionDeclaration = { kind: 'single', describe: '', group: '', inFile: 'text' };

/**
 * Reads the content of a configuration file: an object whose members are named as the options, in camel case
 * (`maxRequests`), and `baseUrl`. Values are text, whole numbers, `true` or `false`, and lists of these for
 * options that may be repeated.
 *
 * @returns the settings by their options' names
 * @throws {UsageError} for unknown settings, values of another type, and keys that stand in the file.
 */
export function readSettings(
  content: unknown,
  file: string,
  options: OptionTable,
): ReadonlyMap<string, Setting> {
  if (!isObject(content)) {
    throw new UsageError(`${file}: the configuration must be a JSON object, e.g. { "effort": "smoke" }`);
  }
  const known = knownSettings(options);
  const settings = new Map<string, Setting>();
  for (const [name, value] of Object.entries(content)) {
    if (name !== '$schema') {
      const setting = known.get(name);
      if (setting === undefined) {
        throw new UsageError(`${file}: unknown setting ${quoted(name)}${meantSetting(name, known.keys())}`);
      }
      const label = `"${name}" in ${file}`;
      settings.set(
        setting.option,
        setting.declaration.inFile === 'secret'
          ? secretOf(value, label)
          : { kind: 'values', values: valuesOf(value, setting.declaration, label) },
      );
    }
  }
  return settings;
}

function knownSettings(
  options: OptionTable,
): Map<string, { readonly option: string; readonly declaration: OptionDeclaration }> {
  const known = new Map([['baseUrl', { option: 'base-url', declaration: baseUrl }]]);
  for (const [option, declaration] of Object.entries(options)) {
    if (declaration.inFile !== 'no') {
      known.set(settingName(option), { option, declaration });
    }
  }
  return known;
}

function meantSetting(name: string, known: Iterable<string>): string {
  const names = [...known];
  const camelCase = settingName(name.replaceAll('_', '-').replace(/^-+/, ''));
  return names.includes(camelCase)
    ? `; did you mean ${camelCase}?`
    : suggestion(name, names, `; there are ${names.join(', ')}`);
}

function secretOf(value: unknown, label: string): Setting {
  const variable = isObject(value) && Object.keys(value).join() === 'env' ? value['env'] : undefined;
  if (typeof variable === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
    return { kind: 'variable', variable, label };
  }
  throw new UsageError(
    typeof value === 'string'
      ? `${label}: a key must not stand in the file: write { "env": "NAME" } and put the key into the environment variable NAME`
      : `${label}: write { "env": "NAME" }, where NAME is the environment variable that holds the key`,
  );
}

function valuesOf(value: unknown, declaration: OptionDeclaration, label: string): Given[] {
  if (declaration.kind === 'list' && Array.isArray(value)) {
    return value.map((item) => ({ text: textOf(item, 'single', label), label }));
  }
  return [{ text: textOf(value, declaration.kind, label), label }];
}

function textOf(value: unknown, kind: OptionDeclaration['kind'], label: string): string {
  if (kind === 'flag') {
    if (typeof value === 'boolean') {
      return String(value);
    }
    throw new UsageError(`${label}: expected true or false, found ${nameOf(value)}`);
  }
  if (value instanceof LosslessNumber) {
    return value.value;
  }
  if (typeof value === 'string' && value !== '') {
    return value;
  }
  const expected = kind === 'list' ? 'text, a number or a list of these' : 'text or a number';
  throw new UsageError(`${label}: expected ${expected}, found ${nameOf(value)}`);
}

function nameOf(value: unknown): string {
  if (value === '') {
    return 'empty text';
  }
  if (value === null || typeof value === 'boolean') {
    return String(value);
  }
  if (Array.isArray(value)) {
    return 'a list';
  }
  if (value instanceof LosslessNumber) {
    return 'a number';
  }
  return typeof value === 'string' ? 'text' : 'an object';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
  );
}
