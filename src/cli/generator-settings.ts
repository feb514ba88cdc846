import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { RunOptions } from '../runner/run-options.ts';
import { readNamedText } from './named-file.ts';
import type { Settings } from './settings.ts';
import { type Located, quoted, UsageError } from './usage-error.ts';

/** The minimum length of a token that can't be guessed, and the maximum that fits into a header field. */
const leastCharacters = 16;
const mostCharacters = 512;

/**
 * The generators of a run and their token; `null` without any.
 *
 * @throws {UsageError} for a missing or weak token, a repeated URL, and plain HTTP to another machine.
 */
export function readGenerators(settings: Settings): Pick<RunOptions, 'generators'> {
  const givens = settings.given('generator');
  const urls = givens.map(({ value }) => value);
  for (const [index, { value, label }] of givens.entries()) {
    const { protocol, hostname, pathname } = new URL(value);
    if (urls.indexOf(value) < index) {
      throw new UsageError(`${label}: ${value} is passed twice; each generator sends one part of a burst`);
    }
    if (pathname !== '/') {
      throw new UsageError(`${label}: the URL of a generator has no path: write ${new URL(value).origin}`);
    }
    if (protocol === 'http:' && !isLoopback(hostname)) {
      throw new UsageError(
        `${label}: keys would be sent unencrypted: use https for ${value}, or a tunnel to this machine`,
      );
    }
  }
  if (urls.length === 0) {
    return {};
  }
  if (urls.length > 100) {
    throw new UsageError('--generator: at most 100 generators are possible');
  }
  return { generators: { urls, token: readToken(settings) } };
}

function readToken(settings: Settings): string {
  const file = settings.one('generator-token-file');
  if (file !== undefined) {
    return readTokenFile(file, '.');
  }
  const given = settings.one('generator-token');
  if (given === undefined) {
    throw new UsageError(
      '--generator: the token is missing: set ANIMAL_STORE_GENERATOR_TOKEN, or pass --generator-token-file FILE',
    );
  }
  return checkedToken(given);
}

/** The only line of a file. @param folder the base of a relative path @throws {UsageError} */
export function readTokenFile({ value: text, label }: Located<string>, folder: string): string {
  const content = readNamedText({
    path: resolve(folder, text),
    subject: `${label}: ${quoted(text)}`,
    kind: 'file with a token',
    most: { bytes: 10_000, text: '10 kB' },
  });
  return checkedToken({ value: content.replace(/\r?\n$/, ''), label });
}

function checkedToken({ value: text, label }: Located<string>): string {
  if (!/^[\x21-\x7e]+$/.test(text) || text.length < leastCharacters || text.length > mostCharacters) {
    throw new UsageError(
      `${label}: a token is one line of ${leastCharacters} to ${mostCharacters} visible ASCII characters: make one with openssl rand -hex 32`,
    );
  }
  return text;
}

/** Whether requests to it stay on this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
