import type { ComponentChildren, VNode } from 'preact';
import { interfaceVersion } from '../../suites/requirements.ts';
import { isUndecided, requirementsOf, waivedWays, withVerdict } from '../report/by-verdict.ts';
import { renderSheet } from '../report/html/document-shell.tsx';
import { Line } from '../report/html/parts.tsx';
import type { Report, ReportRequirement } from '../report/report.ts';
import { verdictSentence } from '../report/verdict-sentence.ts';
import { durationText, numberText, timeText } from '../report/words.ts';
import { Exceptions } from './certificate-exceptions.tsx';
import { PlanLimitFigures } from './certificate-plan-limits.tsx';
import { QrCode } from './qr-code.tsx';
import type { Subject } from './statement.ts';

/** The signed statement beside a certificate. */
export interface SignedStatement {
  /** Its file name. */
  readonly bundle: string;
  /** The SHA-256 of the public key in base64. */
  readonly key: string;
}

interface CertificateFacts {
  readonly subject: Subject;
  /** The SHA-256 of `report.json` in hexadecimal. */
  readonly digest: string;
  /** `null` if nothing was signed. */
  readonly signed: SignedStatement | null;
}

const longestSentence = 420;
const longestFact = 100;

/**
 * The result of a conformant report on one page of A4 or Letter. Self-contained HTML without a script.
 *
 * @throws {RangeError} for any other report: nothing may look like a certificate of it.
 */
export function renderCertificate(report: Report, facts: CertificateFacts): string {
  if (report.verdict !== 'conformant') {
    throw new RangeError('there is no certificate of a report that is not conformant');
  }
  const sentence = verdictSentence(report);
  return renderSheet({
    title: `${facts.subject.name}: ${sentence}`,
    children: (
      <>
        <h1>
          <Line text={sentence} maximum={longestSentence} />
        </h1>
        <p class="kicker">Test certificate, Animal Store Service Interface {interfaceVersion}</p>
        <Facts report={report} subject={facts.subject} />
        <Decided report={report} />
        <section>
          <h2>
            Exceptions <span class="note">with their reasons in report.json</span>
          </h2>
          <Exceptions report={report} />
        </section>
        <section>
          <h2>Plan limits</h2>
          <PlanLimitFigures records={report.planLimits} />
        </section>
        <Evidence {...facts} />
      </>
    ),
  });
}

function Facts({ report, subject }: { report: Report; subject: Subject }): VNode {
  const { run, tool, target, catalogue, service } = report;
  const versions = service.headers.map(({ name, values }) => `${name}: ${values.join(', ')}`).join(' · ');
  const digest = Object.entries(subject.digest).map(([algorithm, value]) => `${algorithm}:${value}`);
  return (
    <dl class="facts">
      <Fact term="Implementation">
        <strong>
          <Line text={subject.name} maximum={longestFact} />
        </strong>
        <div>
          <code>{digest.join()}</code>
        </div>
      </Fact>
      {versions === '' ? null : (
        <Fact term="Version, as it reports it">
          <Line text={versions} maximum={longestFact} />
        </Fact>
      )}
      <Fact term="Base URL">
        <Line text={target.baseUrl} maximum={longestFact} />
      </Fact>
      <Fact term="Date">
        {timeText(run.finishedAt)}, after {numberText(run.requests)} requests in{' '}
        {durationText(run.durationMs)}
      </Fact>
      <Fact term="Suite">
        {tool.name} {tool.version}, catalogue {catalogue}, effort {run.effort}, seed {run.seed}
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ComponentChildren }): VNode {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

const levels = ['MUST', 'SHOULD'] as const;

/** How many requirements of each level were selected, decided, and hold. */
function Decided({ report }: { report: Report }): VNode {
  const selected = new Set(report.run.selected);
  const waived = waivedWays(report).flatMap(({ requirements }) => requirements);
  const countOf = (rows: readonly ReportRequirement[], level: string) =>
    numberText(rows.filter((row) => row.level === level).length);
  const rows = report.requirements.filter(({ id }) => selected.has(id));
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Requirements</th>
          <th scope="col">In the catalogue</th>
          <th scope="col">Selected</th>
          <th scope="col">Decided</th>
          <th scope="col">Hold</th>
          <th scope="col">Violated</th>
          <th scope="col">Violated, accepted</th>
        </tr>
      </thead>
      <tbody>
        {levels.map((level) => (
          <tr>
            <th scope="row">{level}</th>
            <td>{numberText(requirementsOf(report, level))}</td>
            <td>{countOf(rows, level)}</td>
            <td>
              {countOf(
                rows.filter(({ verdict }) => !isUndecided(verdict)),
                level,
              )}
            </td>
            <td>{countOf(withVerdict(report, 'passed'), level)}</td>
            <td>{countOf(withVerdict(report, 'failed', 'warned'), level)}</td>
            <td>{countOf(waived, level)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The evidence for verifying the certificate, and the limits of its proof. */
function Evidence({ digest, signed }: CertificateFacts): VNode {
  const text = `sha256:${digest}`;
  return (
    <section class="evidence">
      <QrCode text={text} title={`QR code of ${text}`} />
      <div>
        <h2>Evidence</h2>
        <p>
          The digest of <code>report.json</code>, also in the code:
        </p>
        <p>
          <code>{text}</code>
        </p>
        <p>
          This page is not signed.{' '}
          {signed === null ? (
            <>
              Compare the digest with that of the report: <code>sha256sum report.json</code>.
            </>
          ) : (
            <>
              The statement in{' '}
              <code>
                <Line text={signed.bundle} maximum={80} />
              </code>{' '}
              is signed; the SHA-256 of the public key is <code>{signed.key}</code>.{' '}
              <code>animal-store-conformance verify-report</code> verifies the signature, the report and its
              journal.
            </>
          )}
        </p>
        <p>
          The certificate covers the exchanges in the report. That this implementation ran at that URL is the
          claim of the issuer.
        </p>
      </div>
    </section>
  );
}
