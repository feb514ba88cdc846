import { readdirSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { visibleLine } from '../report/words.ts';
import { type ConfigContent, readConfigContent } from './config-settings.ts';
import { readNamedText } from './named-file.ts';
import type { Placed } from './placed-document.ts';
import { DocumentError, type FilePlace } from './placed-value.ts';
import { quoted, UsageError } from './usage-error.ts';

const documentFormats: Readonly<Record<string, 'json' | 'yaml'>> = {
  '.json': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
};
const endings = Object.keys(documentFormats);

const configFileNames: readonly string[] = endings.map((ending) => `conformance.config${ending}`);

export interface ConfigFile extends ConfigContent {
  readonly label: string;
}

/**
 * Reads the configuration file: the one that is named, else the `conformance.config.*` of the folder, if it is
 * there.
 *
 * @param named the path given with `--config`, or `undefined`
 * @throws {UsageError} for a file that can't be read or holds what is no setting, and where several are there.
 */
export async function readConfigFile(named: string | undefined, folder: string): Promise<ConfigFile | null> {
  const given = named ?? discovered(folder);
  if (given === null) {
    return null;
  }
  const path = resolve(folder, given);
  const label = visibleLine(given);
  const content = await contentOf(path, label);
  return { label, ...readConfigContent(content, { label, folder: dirname(path) }) };
}

function discovered(folder: string): string | null {
  const there = configFilesIn(folder);
  if (there.length > 1) {
    throw new UsageError(
      `${there.slice(0, -1).join(', ')} and ${there.at(-1)} are here: keep one, or name one with --config`,
    );
  }
  return there[0] ?? null;
}

export function configFilesIn(folder: string): readonly string[] {
  try {
    const there = new Set(readdirSync(folder));
    return configFileNames.filter((name) => there.has(name));
  } catch {
    return [];
  }
}

async function contentOf(path: string, label: string): Promise<Placed> {
  const format = documentFormats[extname(path).toLowerCase()];
  if (format === undefined) {
    throw new UsageError(`--config: ${quoted(label)} is not one of ${endings.join(', ')}`);
  }
  const text = readNamedText({
    path,
    subject: `${label}: the configuration file`,
    kind: 'configuration file',
    most: { bytes: 1_000_000, text: '1 MB' },
  });
  try {
    return await documentContent(text, format);
  } catch (error) {
    if (!(error instanceof DocumentError)) {
      throw error;
    }
    throw new UsageError(`${label}${placeText(error.place)}: ${error.message}`);
  }
}

/** Loaded on demand, because the YAML parser takes a while to load. */
async function documentContent(text: string, format: 'json' | 'yaml'): Promise<Placed> {
  const { parsePlacedDocument } = await import('./placed-document.ts');
  const content = parsePlacedDocument(text, format);
  const isEmpty = format === 'yaml' && content.kind === 'scalar' && content.value === null;
  return isEmpty ? { kind: 'object', members: [], place: content.place } : content;
}

function placeText(place: FilePlace | null): string {
  if (place === null) {
    return '';
  }
  return place.column === undefined ? `:${place.line}` : `:${place.line}:${place.column}`;
}
