import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { payloadSignedBy, payloadType, readBundle, readStatement } from '../../attestation/bundle.ts';
import { changedFiles, discrepanciesOf } from '../../attestation/discrepancies.ts';
import type { Statement, Subject } from '../../attestation/statement.ts';
import { journalPath } from '../../journal/journal.ts';
import { readRecordedJournal } from '../../recorded/checked-journal.ts';
import { judgeRecorded } from '../../recorded/judge-recorded.ts';
import { counted, visibleLine } from '../../report/words.ts';
import type { Invocation, Program } from '../command.ts';
import { readNamedText } from '../report-files/named-file.ts';
import { readReportFile } from '../report-files/report-file.ts';
import { Settings } from '../settings/settings.ts';
import { readPublicKey } from '../transport/read-pem.ts';
import { quoted, requireThat, UsageError } from '../usage-error.ts';
import { attestedFile, curve, digestsOf, summary } from './attest.ts';

/**
 * `verify-report`: verifies the signature, the digests, and that the verdicts follow from the journal. Status 0 if
 * everything agrees, otherwise 1.
 *
 * @throws {UsageError} for invalid options or files.
 */
export async function verifyReportCommand(invocation: Invocation, program: Program): Promise<number> {
  const { currentFolder, output } = program;
  const settings = new Settings(invocation, {}, null);
  const bundle = invocation.positionals[0] ?? '';
  const [, shown = ''] = invocation.positionals;
  const key = settings.one('public-key');
  requireThat(key !== undefined, "--public-key is missing: pass the signer's public key in PEM");
  const publicKey = readPublicKey(key, currentFolder);
  requireThat(
    publicKey.asymmetricKeyDetails?.namedCurve === curve,
    '--public-key: this is not an ECDSA key on P-256, as attest signs with',
  );
  const implementation = settings.one('implementation');
  const due = implementation?.value ?? null;
  const statement = signedStatement(bundle, currentFolder, (read) => payloadSignedBy(read, publicKey));
  const problems =
    statement === null
      ? [`the signature of ${quoted(bundle)} is not by this key`]
      : [...otherSubject(statement, due), ...(await unsupported(statement, shown, currentFolder))];
  if (statement === null || problems.length > 0) {
    output.write(`NOT VERIFIED\n${problems.map((problem) => `  ${visibleLine(problem)}\n`).join('')}`);
    return 1;
  }
  const { passedTests, failedTests } = statement.predicate;
  output.write(
    `Verified. ${visibleLine(summary(statement))}\n  ${counted(passedTests.length, 'requirement')} passed, ${failedTests.length} failed; signature, files and verdicts agree.\n`,
  );
  return 0;
}

/** @returns `null` if the key did not sign it. @throws {UsageError} for a file that is no bundle of a statement. */
function signedStatement(
  shown: string,
  folder: string,
  payloadOf: (bundle: NonNullable<ReturnType<typeof readBundle>>) => Buffer | null,
): Statement | null {
  const bundle = readBundle(readNamedText(resolve(folder, shown), quoted(shown)));
  if (bundle === null || bundle.dsseEnvelope.payloadType !== payloadType) {
    throw new UsageError(
      `${quoted(shown)} is not a Sigstore bundle signed by a key (verify one signed by a certificate with cosign)`,
    );
  }
  const payload = payloadOf(bundle);
  if (payload === null) {
    return null;
  }
  const statement = readStatement(payload.toString());
  requireThat(statement !== null, `${quoted(shown)} has a signed statement, but not one of attest`);
  return statement;
}

function otherSubject({ subject: [subject] }: Statement, due: Subject | null): string[] {
  return due === null || isDeepStrictEqual({ ...subject }, { ...due, digest: { ...due.digest } })
    ? []
    : [`it attests another implementation: ${subject?.name}@${Object.values(subject?.digest ?? {}).join()}`];
}

async function unsupported(statement: Statement, shown: string, currentFolder: string): Promise<string[]> {
  const file = attestedFile(currentFolder, shown);
  const digests = await digestsOf(file, shown);
  const changed = changedFiles(statement, digests);
  if (changed.length > 0) {
    return changed;
  }
  const report = await readReportFile(file, quoted(shown));
  const journal = journalPath(dirname(file));
  const folded = await readReportFile(journal, `the journal of ${quoted(shown)}`);
  const violated = await violatedAgain(journal, shown);
  return discrepanciesOf(statement, { report, digests, folded, violated });
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Without the limits of the service's plans and the length of its minute, only these can be judged again. */
const judgedAgain = /^(?:auth|list|create|get|responses|errors)\//;

/** The ids of requirements that the exchanges of a journal violate, regardless of the findings of the run. */
async function violatedAgain(journal: string, shown: string): Promise<string[]> {
  const traffic = await readRecordedJournal(journal, `the journal of ${quoted(shown)}`);
  requireThat(traffic !== null, `the journal of ${quoted(shown)} is not the journal of a run`);
  const reportDir = mkdtempSync(join(tmpdir(), 'verify-report-'));
  try {
    const options = { plan: null, minuteMs, dayMs, failOn: 'must', reportDir, command: '' } as const;
    const { requirements } = await judgeRecorded(traffic, options);
    return requirements
      .filter(({ id, findings }) => judgedAgain.test(id) && findings.length > 0)
      .map(({ id }) => id);
  } finally {
    rmSync(reportDir, { recursive: true });
  }
}
