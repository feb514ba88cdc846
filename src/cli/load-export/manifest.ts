import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';

/**
 * A template of `assets/manifests` with its holes (`${name}`) filled: as JSON, which YAML includes, but as they are in
 * comments and where a line is nothing but a hole.
 */
export function manifest(template: string, values: Readonly<Record<string, unknown>>): string {
  const text = readFileSync(join(packageRoot(), 'assets', 'manifests', template), 'utf8');
  return text.replace(/^.*$/gm, (line) => {
    const isText = line.startsWith('#') || /^\$\{\w+\}$/.test(line);
    return line.replace(/\$\{(\w+)\}/g, (_, name: string) =>
      isText ? String(values[name]) : JSON.stringify(values[name]),
    );
  });
}
