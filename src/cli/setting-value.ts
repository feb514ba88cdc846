import { resolve } from 'node:path';
import type { Option } from './options/option.ts';
import type { Place, Placed } from './placed-document.ts';
import type { SecretReference } from './secret-reference.ts';
import type { ProgramSetting } from './settings.ts';
import { type Located, UsageError } from './usage-error.ts';

/** A setting: values of the configuration file, references to its secrets, or the value of a program. */
export type Setting =
  | ProgramSetting
  | { readonly kind: 'values'; readonly values: readonly Located<string>[] }
  | { readonly kind: 'references'; readonly references: readonly SecretReference[] };

export interface ConfigSource {
  readonly label: string;
  /** The absolute path of its folder, from which paths of secrets start. */
  readonly folder: string;
}

/**
 * Reads the value of a setting: text, a number, `true` or `false`, a list of these where the option may be repeated; of a
 * key a reference.
 *
 * @param path of the setting, for errors
 * @throws {UsageError} for anything else. A key is not repeated.
 */
export function settingOf(
  value: Placed,
  { kind, secret = false }: Option,
  path: string,
  source: ConfigSource,
): Setting {
  const labelOf = (item: Placed, index: string) => `${placeText(source, item.place)} ${path}${index}`;
  const isList = kind === 'list' && value.kind === 'list';
  const items = isList
    ? value.items.map((item, index) => ({ item, label: labelOf(item, `[${index}]`) }))
    : [{ item: value, label: labelOf(value, '') }];
  return secret
    ? { kind: 'references', references: items.map(({ item, label }) => referenceOf(item, label, source)) }
    : {
        kind: 'values',
        values: items.map(({ item, label }) => ({
          value: textOf(item, isList ? 'single' : kind, label),
          label,
        })),
      };
}

/** Neither name is repeated: a key may have been written there. */
function referenceOf(value: Placed, label: string, { folder }: ConfigSource): SecretReference {
  const [member, other] = value.kind === 'object' ? value.members : [];
  const name = member?.value.kind === 'scalar' ? member.value.value : undefined;
  if (other === undefined && typeof name === 'string') {
    if (member?.name === 'env' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      return { kind: 'variable', name, label };
    }
    if (member?.name === 'file' && name !== '' && !name.includes('\0')) {
      return { kind: 'file', name: resolve(folder, name), label };
    }
  }
  throw new UsageError(
    value.kind === 'scalar' && typeof value.value === 'string'
      ? `${label}: the file must not contain a key: write { "env": "NAME" } and put the key into the environment variable NAME`
      : `${label}: write { "env": "NAME" }, where NAME is the environment variable that holds the key, or { "file": "PATH" }`,
  );
}

function textOf(value: Placed, kind: Option['kind'], label: string): string {
  const written = value.kind === 'scalar' ? value.value : undefined;
  if (kind === 'flag') {
    if (typeof written === 'boolean') {
      return String(written);
    }
    throw new UsageError(`${label}: expected true or false, found ${kindName(value)}`);
  }
  if (value.kind === 'scalar' && (typeof written === 'number' || typeof written === 'bigint')) {
    return digitsOf(written, value.source, value.place, label);
  }
  if (typeof written === 'string' && written !== '') {
    return written;
  }
  const expected = kind === 'list' ? 'text, a number or a list of these' : 'text or a number';
  throw new UsageError(`${label}: expected ${expected}, found ${kindName(value)}`);
}

/** A program's number beyond 2^53 may be another than the one that was written there. */
function digitsOf(value: number | bigint, source: string, place: Place | null, label: string): string {
  if (place === null && typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new UsageError(`${label}: JavaScript can't hold this number exactly: put it into quotes`);
  }
  return source;
}

export function kindName(value: Placed): string {
  if (value.kind !== 'scalar') {
    return value.kind === 'list' ? 'a list' : 'an object';
  }
  const { value: scalar } = value;
  if (scalar === '') {
    return 'empty text';
  }
  if (scalar === null || typeof scalar === 'boolean') {
    return scalar === null ? 'nothing' : String(scalar);
  }
  const names: Readonly<Record<string, string>> = {
    string: 'text',
    number: 'a number',
    bigint: 'a number',
    object: 'an instance of a class',
  };
  return names[typeof scalar] ?? `a ${typeof scalar}`;
}

/** `conformance.config.yaml:3:5:`, or without figures where a program made the value. */
export function placeText({ label }: ConfigSource, place: Place | null): string {
  return place === null ? `${label}:` : `${label}:${place.line}:${place.column}:`;
}
