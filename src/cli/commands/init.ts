import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileProblem } from '../../files/file-problem.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { configFilesIn } from '../configuration/config-file.ts';
import { baseUrl } from '../options/service-values.ts';
import { isThisMachine } from '../transport/proxy-of.ts';
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
  const given = invocation.positionals[0] ?? 'http://localhost:8080/v1';
  const address = readLocated({ value: given, label: 'base URL' }, baseUrl.parse);
  const schema = existsSync(join(currentFolder, schemaPath)) ? schemaPath : null;
  write(join(currentFolder, file), configTemplate(address, schema), force);
  const lines = [
    ...(environment['ANIMAL_STORE_API_KEY'] ? [] : ['export ANIMAL_STORE_API_KEY=…']),
    `npx ${toolName} doctor ${suggestedName(address)}`,
    `npx ${toolName} run ${suggestedName(address)}`,
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

/**
 * The text of a first configuration file in YAML, with one target, `local` on this machine and `staging` elsewhere.
 *
 * @param schema the path of the published schema from the file, or `null` where it is not there
 */
export function configTemplate(baseUrl: string, schema: string | null): string {
  return `${schema === null ? '' : `# yaml-language-server: $schema=${schema}\n`}\
# Options of run, load and doctor, in camel case: --max-requests is maxRequests. The command line comes first, then
# the environment, the target, and the settings for all targets.

# How long to wait for a response, of every target:
# timeout: 10s

targets:
  # Use it by its name: npx ${toolName} run ${suggestedName(baseUrl)}
  ${suggestedName(baseUrl)}:
    baseUrl: ${JSON.stringify(baseUrl)}

    # Where the key is, never the key itself: an environment variable, or a file with one line ({ file: keys/staging }).
    apiKey: { env: ANIMAL_STORE_API_KEY }

    # The plan of that key: free, pro, business or enterprise.
    # plan: free

    # How many cases are sent: smoke, normal or thorough.
    effort: normal

    # Create nothing:
    # readOnly: true

    # Known failures, each with a reason and an expiry date:
    # waivers: waivers.yaml

    # To measure plan limits: variables or files with PLAN=KEY of dedicated keys, which a run exhausts.
    # quotaKey: [{ env: FREE_KEY }]
`;
}

/** The name of the target of a base URL. */
export function suggestedName(baseUrl: string): 'local' | 'staging' {
  return isThisMachine(new URL(baseUrl)) ? 'local' : 'staging';
}
