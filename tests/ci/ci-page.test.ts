import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compareDeclaration, reportRenderDeclaration } from '../../src/cli/commands/report-commands.ts';
import { runDeclaration } from '../../src/cli/commands/service-commands.ts';
import { repository } from './run-script.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const page = read('docs/ci.md');
const action: { readonly inputs: Readonly<Record<string, unknown>> } = parse(read('action.yml'));
const recipes = read('ci/gitlab/animal-store-conformance.yml') + read('ci/jenkins/Jenkinsfile');

/** Everything in a document that stands below the name. */
function below(document: unknown, name: string): unknown[] {
  if (typeof document !== 'object' || document === null) {
    return [];
  }
  return Object.entries(document).flatMap(([key, value]) => [
    ...(key === name ? [value] : []),
    ...below(value, name),
  ]);
}

describe('docs/ci.md', () => {
  test('its YAML can be read, and gives the action only inputs that it has', () => {
    const blocks = [...page.matchAll(/^( *)```yaml\n(.*?)^ *```$/gms)].map(([, , text = '']) => text);
    const given = blocks
      .flatMap((text) => below(parse(text), 'with'))
      .flatMap((inputs) => Object.keys(Object(inputs)));
    expect(blocks.length).toBeGreaterThan(3);
    expect(given).toContain('base-url');
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(given));
  });

  test('the variables that it names are read by a recipe', () => {
    const named = new Set(page.match(/\bANIMAL_STORE_[A-Z_]+/g));
    expect(named).toContain('ANIMAL_STORE_ARGUMENTS');
    expect([...named].filter((name) => !recipes.includes(name))).toEqual([]);
  });

  test('the options that it names are those of the commands that it shows', () => {
    const others = ['--rm', '--user', '--network'];
    const named = new Set(page.match(/(?<=[\s`])--[a-z-]+/g)?.filter((name) => !others.includes(name)));
    expect(named.size).toBeGreaterThan(5);
    expect(
      Object.keys({
        ...runDeclaration.options,
        ...compareDeclaration.options,
        ...reportRenderDeclaration.options,
      }).map((name) => `--${name}`),
    ).toEqual(expect.arrayContaining([...named]));
  });
});
