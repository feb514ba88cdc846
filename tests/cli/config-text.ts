import { CheckedDocument } from '../../src/cli/configuration/checked-document.ts';
import { configDocument } from '../../src/cli/configuration/config-schema.ts';
import { type ConfigContent, readConfigContent } from '../../src/cli/configuration/config-settings.ts';
import { chooseTarget } from '../../src/cli/configuration/config-target.ts';
import { type Environment, Settings } from '../../src/cli/settings/settings.ts';

/** The content of a configuration file that was written in JSON or YAML, in `/project`. */
export function contentOf(text: string, format: 'json' | 'yaml' = 'json'): ConfigContent {
  return readConfigContent(new CheckedDocument(text, `config.${format}`, configDocument), '/project');
}

/** The settings of `run` beside such a file. */
export function settingsBeside(
  text: string,
  environment: Environment = {},
  options: Readonly<Record<string, string[]>> = {},
  positional?: string,
): Settings {
  const invocation = {
    command: 'run',
    positional,
    others: [],
    options: new Map(Object.entries(options)),
  };
  const file = { label: 'config.json', ...contentOf(text) };
  return new Settings(invocation, environment, chooseTarget(invocation, file));
}
