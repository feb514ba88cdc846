import { readdirSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { visibleLine } from '../../report/words.ts';
import { readNamedText } from '../report-files/named-file.ts';
import { quoted, requireThat, UsageError } from '../usage-error.ts';
import { type ConfigContent, readConfigContent } from './config-settings.ts';

const endings = ['.json', '.yaml', '.yml'];
const configFileNames: readonly string[] = endings.map((ending) => `conformance.config${ending}`);

export interface ConfigFile extends ConfigContent {
  readonly label: string;
}

/**
 * Reads the configuration file: the named one, otherwise the `conformance.config.*` of the folder, if any.
 *
 * @param named the path given with `--config`, or `undefined`
 * @throws {UsageError} for an unreadable or invalid file, or if there are several.
 */
export async function readConfigFile(named: string | undefined, folder: string): Promise<ConfigFile | null> {
  const given = named ?? discovered(folder);
  if (given === null) {
    return null;
  }
  const path = resolve(folder, given);
  const label = visibleLine(given);
  requireThat(
    endings.includes(extname(path).toLowerCase()),
    `--config: the name ${quoted(label)} does not end in one of ${endings.join(', ')}`,
  );
  const text = readNamedText(path, `${label}: the configuration file`);
  // Loaded on demand, because the YAML parser takes a while to load.
  const [{ CheckedDocument }, { configDocument }] = await Promise.all([
    import('./checked-document.ts'),
    import('./config-schema.ts'),
  ]);
  return { label, ...readConfigContent(new CheckedDocument(text, label, configDocument), dirname(path)) };
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
