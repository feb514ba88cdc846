import { CheckedDocument } from '../../src/cli/configuration/checked-document.ts';
import { type ConfigContent, readConfigContent } from '../../src/cli/configuration/config-file.ts';
import { configDocument } from '../../src/cli/configuration/config-schema.ts';

/** The content of a configuration file that was written in JSON or YAML, in `/project`. */
export function contentOf(text: string, format: 'json' | 'yaml' = 'json'): ConfigContent {
  return readConfigContent(new CheckedDocument(text, `config.${format}`, configDocument), '/project');
}
