import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Report } from '../../report/report.ts';
import { journalPath } from '../../runner/journal-path.ts';
import { unreadable } from '../config-file.ts';
import { environmentSecrets } from '../given-secrets.ts';
import type { Invocation } from '../option-table.ts';
import { parseHtmlAssets } from '../parse/html-assets.ts';
import type { Program } from '../program.ts';
import { quoted } from '../quoted.ts';
import { readRecord } from '../read-record.ts';
import { artifactNames, makeNamedFolder } from '../report-folder.ts';
import { toolName } from '../tool-version.ts';
import { UsageError } from '../usage-error.ts';

/**
 * `report render`: writes all reports again from a report.json or a journal.
 *
 * @throws {UsageError} for a file that can't be read or is neither, and for a folder that can't be written.
 */
export async function reportRenderCommand(invocation: Invocation, program: Program): Promise<number> {
  const path = invocation.positional ?? '';
  const file = resolve(program.currentFolder, path);
  const report: Report = readRecord(textOf(file, path), quoted(path));
  const [given] = invocation.options.get('html-assets') ?? [];
  const htmlAssets = parseHtmlAssets(
    given === undefined ? undefined : { text: given, label: '--html-assets' },
  );
  const named = invocation.options.get('report-dir')?.[0] ?? dirname(file);
  const folder = makeNamedFolder(named, program.currentFolder);
  program.crash.folder = folder;
  const { writeArtifacts } = await import('../../report/write-artifacts.ts');
  const { writeTrafficHar } = await import('../../har/write-traffic-har.ts');
  await writeTrafficHar(report, journalOf(file), folder);
  await writeArtifacts(report, folder, htmlAssets);
  const names = artifactNames.filter((name) => !isInput(name));
  const secrets = environmentSecrets(program.environment);
  const { foundSecrets } = await import('../found-secrets.ts');
  const found = await foundSecrets({ folder, names, text: '', secrets });
  if (found.length > 0) {
    program.messages.write(found.map((line) => `${toolName}: ${line}\n`).join(''));
    return 3;
  }
  program.output.write(`Reports written to ${folder}\n`);
  return 0;
}

/** What a run alone writes: rendering takes nothing of it away. */
function isInput(name: string): boolean {
  return name.endsWith('.ndjson') || name === 'internal-error.txt';
}

/** The file itself, or the journal beside a report. */
function journalOf(file: string): string {
  return basename(file) === 'report.json' ? journalPath(dirname(file)) : file;
}

function textOf(file: string, path: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${quoted(path)} ${unreadable(error)}`);
  }
}
