import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { repository } from './run-script.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const page = read('docs/ci.md');
const action: { readonly inputs: Readonly<Record<string, unknown>> } = parse(read('action.yml'));

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
});
