import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';

/**
 * The location of a page's style and script: inline, or in two separate files for servers whose policy forbids inline
 * content (Jenkins).
 */
export type HtmlAssets = 'inline' | 'external';

const styles = [
  'colours',
  'document',
  'side',
  'tools',
  'verdict',
  'glance',
  'finding',
  'list',
  'chart',
  'paper',
];
const scripts = ['choices', 'fold', 'filter', 'copy', 'tools'];

/** The style sheet of every page, without `<` and `&`, because inline content is not escaped. */
export const styleSheet: string = styles.map((name) => assetText('style', `${name}.css`)).join('\n');

/** The script of every page, in strict mode, each part in its own scope. Pages work without it. */
export const script: string = `'use strict';\n${scripts
  .map((name) => `{\n${assetText('script', `${name}.js`)}}\n`)
  .join('')}`;

export const assetFiles: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'page.css', text: styleSheet },
  { name: 'page.js', text: script },
];

/** Allows a page its style and its script, and nothing else: no picture, no font, no request of any kind. */
export function contentSecurityPolicy(assets: HtmlAssets, style: string): string {
  const external = assets === 'external';
  return [
    "default-src 'none'",
    `style-src ${external ? "'self'" : hashOf(style)}`,
    `script-src ${external ? "'self'" : hashOf(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The text of an asset with line feeds, because the hashes of the policy depend on line endings. */
function assetText(folder: string, name: string): string {
  return readFileSync(join(packageRoot(), 'assets', folder, name), 'utf8').replaceAll('\r\n', '\n');
}
