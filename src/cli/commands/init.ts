import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileProblem } from '../../files/file-problem.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { configFilesIn } from '../configuration/config-file.ts';
import { configTemplate, suggestedName } from '../configuration/config-template.ts';
import { parseBaseUrl } from '../parse/base-url.ts';
import { readLocated, requireThat, UsageError } from '../usage-error.ts';

const schemaPath = `./node_modules/${toolName}/schemas/config.schema.json`;
const file = 'conformance.config.yaml';

/**
 * Writes a commented configuration file.
 *
 * @throws {UsageError} for an invalid base URL, or if a configuration file exists.
 */
export async function initCommand(invocation: Invocation, program: Program): Promise<number> {
  const { currentFolder, environment, output } = program;
  const force = invocation.options.get('force')?.[0] === 'true';
  const there = configFilesIn(currentFolder).find((name) => !(force && name === file));
  requireThat(
    there === undefined,
    there === file
      ? `${there} is here already: change it, or replace it with --force`
      : `${there} is here already, and two configuration files would be one too many: change it, or remove it first`,
  );
  const given = invocation.positional ?? 'http://localhost:8080/v1';
  const baseUrl = readLocated({ value: given, label: 'base URL' }, parseBaseUrl);
  const schema = existsSync(join(currentFolder, schemaPath)) ? schemaPath : null;
  write(join(currentFolder, file), configTemplate(baseUrl, schema), force);
  const lines = [
    ...(environment['ANIMAL_STORE_API_KEY'] ? [] : ['export ANIMAL_STORE_API_KEY=…']),
    `npx ${toolName} doctor ${suggestedName(baseUrl)}`,
    `npx ${toolName} run ${suggestedName(baseUrl)}`,
  ];
  output.write(`${file} is written. Next:\n\n${lines.map((line) => `  ${line}\n`).join('')}`);
  return 0;
}

function write(path: string, text: string, force: boolean): void {
  try {
    writeFileSync(path, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    throw new UsageError(
      `${file} can't be written: ${fileProblem(error)}; make the folder writable, or change to another one`,
    );
  }
}
