import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { catalogue } from '../../../suites/requirements.ts';
import { signedBundle } from '../../attestation/bundle.ts';
import {
  type EvidenceDigests,
  type Statement,
  type Subject,
  statementOf,
} from '../../attestation/statement.ts';
import { FileRefused } from '../../files/file-problem.ts';
import { replaceFile } from '../../files/written-file.ts';
import { journalPath } from '../../journal/journal.ts';
import type { Report } from '../../report/report.ts';
import type { Invocation, Program } from '../command.ts';
import { implementation } from '../options/values.ts';
import { refuseInput, unreadable, writeOut } from '../report-files/named-file.ts';
import { readReportFile, reportFileOf } from '../report-files/report-file.ts';
import { Settings } from '../settings/settings.ts';
import { readPrivateKey } from '../transport/read-pem.ts';
import { quoted, readLocated, requireThat, UsageError } from '../usage-error.ts';

/** The curve of Sigstore's default keys, as OpenSSL names it. */
export const curve = 'prime256v1';

/**
 * `attest`: writes `predicate.json`, and with a key a signed bundle. Status 3 for a report without a verdict.
 *
 * @throws {UsageError} for invalid options or files.
 */
export async function attestCommand(invocation: Invocation, program: Program): Promise<number> {
  const { currentFolder, output, messages } = program;
  const settings = new Settings(invocation, {}, null);
  const shown = invocation.positionals[0] ?? '';
  const file = attestedFile(currentFolder, shown);
  const given = settings.one('implementation');
  const named = given?.value ?? null;
  const key = settings.one('key');
  const privateKey = key === undefined ? null : readPrivateKey(key, currentFolder);
  if (privateKey !== null && privateKey.asymmetricKeyDetails?.namedCurve !== curve) {
    throw new UsageError(
      `--key: this is not an ECDSA key on P-256; make one with openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256`,
    );
  }
  const folder = dirname(file);
  const predicate = join(folder, 'predicate.json');
  const out = settings.value('out');
  const bundle = out === null ? join(folder, 'attestation.json') : resolve(currentFolder, out);
  const keyFile = key === undefined ? [] : [resolve(currentFolder, key.value)];
  refuseInput(bundle, out ?? '', [file, journalPath(folder), predicate, ...keyFile]);
  const report = await readReportFile(file, quoted(shown));
  requireThat(
    report.run.kind === undefined,
    `${quoted(shown)} is the report of a ${report.run.kind}; attest takes that of a run`,
  );
  if (report.verdict === 'none') {
    messages.write(`No statement: ${quoted(shown)} has no verdict.\n`);
    return 3;
  }
  const digests = await digestsOf(file, shown);
  const subject = named ?? statedBy(report);
  const statement = statementOf(report, subject, digests);
  write(predicate, json(statement.predicate));
  const written = [predicate];
  if (privateKey !== null) {
    const text = json(signedBundle(JSON.stringify(statement), privateKey));
    if (out === null) {
      write(bundle, text);
    } else {
      writeOut(out, text, currentFolder);
    }
    written.push(bundle);
  }
  output.write(`${summary(statement)}\n${written.map((path) => `Written: ${path}\n`).join('')}`);
  return 0;
}

/** @throws {UsageError} where it can't be written. */
function write(path: string, text: string): void {
  try {
    replaceFile(path, text);
  } catch (error) {
    throw error instanceof FileRefused ? new UsageError(error.message) : error;
  }
}

/** The implementation that the run named. @throws {UsageError} without one. */
function statedBy({ run }: Report): Subject {
  requireThat(
    run.implementation !== undefined,
    '--implementation is missing: name what was tested, with the digest of its image (NAME@sha256:…) or its commit (NAME@gitCommit:…)',
  );
  const stated = { value: run.implementation, label: 'the implementation in the report' };
  return readLocated(stated, implementation.parse);
}

/**
 * @throws {UsageError} for a file with another name, because the signature covers report.json and the journal beside
 * it.
 */
export function attestedFile(folder: string, shown: string): string {
  const file = reportFileOf(resolve(folder, shown));
  requireThat(
    basename(file) === 'report.json',
    `${quoted(shown)} is not a report.json; pass one with its journal.ndjson beside it, or their folder`,
  );
  return file;
}

export function summary({ subject: [subject], predicate }: Statement): string {
  const digest = Object.entries(subject?.digest ?? {}).map(([algorithm, value]) => `${algorithm}:${value}`);
  return `${predicate.result}: ${subject?.name}@${digest.join()}`;
}

/** @throws {UsageError} for a file that can't be read. */
export async function digestsOf(report: string, shown: string): Promise<EvidenceDigests> {
  const journal = journalPath(dirname(report));
  return {
    report: await digestOf(report, quoted(shown)),
    journal: await digestOf(journal, `the journal of ${quoted(shown)}`),
    catalogue: createHash('sha256').update(JSON.stringify(catalogue)).digest('hex'),
  };
}

async function digestOf(path: string, label: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk);
    }
  } catch (error) {
    throw new UsageError(`${label} ${unreadable(error)}`);
  }
  return hash.digest('hex');
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
