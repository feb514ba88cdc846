import { stringify } from 'yaml';
import { toolName } from '../command.ts';
import type { ConfigAnswers } from './config-answers.ts';

type Literal = string | boolean | { readonly [name: string]: Literal };

/**
 * The text of a configuration file with one target, which is named as the kind of the service.
 *
 * @param schema the path of the published schema from the file, or `null` where it is not there
 */
export function configSource(answers: ConfigAnswers, schema: string | null): string {
  const targets: Literal = { [answers.kind]: targetOf(answers) };
  switch (answers.format) {
    case 'json':
      return `${JSON.stringify({ ...(schema === null ? {} : { $schema: schema }), targets }, null, 2)}\n`;
    case 'yaml':
      return `${schema === null ? '' : `# yaml-language-server: $schema=${schema}\n`}${stringify({ targets }, { lineWidth: 0 })}`;
    case 'js':
      return `/** @type {import('${toolName}').ConformanceConfig} */\nexport default ${literal({ targets })};\n`;
    case 'ts':
      return `import { defineConfig } from '${toolName}';\n\nexport default defineConfig(${literal({ targets })});\n`;
  }
}

/** In production few requests are sent, and nothing is created. */
function targetOf({ baseUrl, keyVariable, plan, kind }: ConfigAnswers): Literal {
  return {
    baseUrl,
    apiKey: { env: keyVariable },
    ...(plan === null ? {} : { plan }),
    effort: kind === 'production' ? 'smoke' : 'normal',
    ...(kind === 'production' ? { readOnly: true } : {}),
  };
}

function literal(value: Literal, indent = ''): string {
  if (typeof value !== 'object') {
    return typeof value === 'string' && !/['\\]/.test(value) ? `'${value}'` : JSON.stringify(value);
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${indent}  ${name}: ${literal(member, `${indent}  `)},\n`,
  );
  return `{\n${members.join('')}${indent}}`;
}
