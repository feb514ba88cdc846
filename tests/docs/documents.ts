import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the project lies. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every Markdown file that is written for readers: its text by its path from the root of the project. */
export function documents(): Map<string, string> {
  const atRoot = readdirSync(root);
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const all = [...atRoot, 'reports/README.md', ...inDocs.map((path) => `docs/${path}`)];
  const paths = all.filter((path) => path.endsWith('.md'));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}
