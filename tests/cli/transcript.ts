import { createPrivateKey } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { certificateOfAnotherHost, certificateOfLocalhost, privateKey } from '../target/certificates.ts';

/** Command lines of a transcript with what each of them says; `printf TEXT > FILE` says nothing. */
export interface Transcript {
  /** Of the transcript, beside this file. */
  readonly name: string;
  /** Where files are written. */
  readonly folder: string;
  /** What stands for `$NAME` in plain text. */
  readonly variables?: Readonly<Record<string, string>>;
  /** What a command line with these variables says, with its line end. */
  readonly said: (
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    line: string,
  ) => Promise<string>;
}

/** Carries out every line that begins with `$`, and compares all that is said with the transcript. */
export async function expectTranscript({ name, folder, variables = {}, said }: Transcript): Promise<void> {
  const path = join(import.meta.dirname, name);
  const made: string[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (/^\$(?: |$)/.test(line)) {
      const words = wordsOf(line.slice(2), variables);
      const start = words.findIndex((word) => !/^[A-Z_]+=/i.test(word));
      const args = start === -1 ? [] : words.slice(start);
      const environment = Object.fromEntries(
        words.slice(0, words.length - args.length).map((word) => word.split(/=(.*)/s, 2)),
      );
      made.push(`${line}\n${isWritten(words, folder) ? '' : await said(args, environment, line)}`);
    } else if (line.startsWith('#') || line === '') {
      made.push(`${line}\n`);
    }
  }
  await expect(`${made.join('').trimEnd()}\n`).toMatchFileSnapshot(path);
}

function isWritten([command, text = '', , file = '']: readonly string[], folder: string): boolean {
  if (command !== 'printf') {
    return false;
  }
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  return true;
}

/** The parts of a word: `$'…'` with escapes, `'…'` verbatim, and plain text with variables. */
const parts = /\$'((?:\\.|[^'\\])*)'|'([^']*)'|((?:(?!\$')[^\s'])+)/g;

function wordsOf(line: string, variables: Readonly<Record<string, string>>): string[] {
  return (line.match(/(?:\$'(?:\\.|[^'\\])*'|'[^']*'|[^\s'])+/g) ?? []).map((word) =>
    word.replace(parts, (_, escaped?: string, verbatim?: string, plain?: string) =>
      escaped === undefined
        ? (verbatim ?? plain?.replace(/\$([A-Z]+)/g, (all, name) => variables[name] ?? all) ?? '')
        : JSON.parse(`"${escaped.replaceAll('"', '\\"')}"`),
    ),
  );
}

/** Certificates and keys for `--ca-file` and `--client-certificate`, sound and damaged. */
export const pemFiles: Readonly<Record<string, string>> = {
  'ca.pem': `${certificateOfLocalhost}\n# another\n${certificateOfAnotherHost}`,
  'certificate.pem': certificateOfLocalhost,
  'key.pem': privateKey,
  'both.pem': `${privateKey}${certificateOfLocalhost}`,
  'damaged.pem': certificateOfLocalhost.replace('MIIB', 'AAAA'),
  'damaged-key.pem': privateKey.replace(/\n[^-].*/, '\nAAAA'),
  'protected.pem': createPrivateKey(privateKey)
    .export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'secret' })
    .toString(),
};
