import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';

/**
 * Fills the placeholders (`${name}`) of a template in `assets/manifests`: with JSON, which is valid YAML; verbatim in
 * comments and in lines that are only a placeholder.
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
