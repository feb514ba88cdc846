import type { VNode } from 'preact';
import { capitalised } from '../report/capitalised.ts';
import { renderDocument } from '../report/html/document-shell.tsx';
import { longest } from '../report/html/longest.ts';
import { Command, Line, Pieces } from '../report/html/text.tsx';
import { complaintsOf } from './complaints.ts';
import { CheckTable, ConformingTable } from './html/check-tables.tsx';
import { Matrices } from './html/matrix.tsx';
import { matrixStyles } from './html/matrix-style.ts';
import type { SelfCheckReport } from './self-check-report.ts';
import { conductFacts, verdictSentence, verdictWord } from './sentence.ts';

/** The result of a self-check as one self-contained page: no request, no script needed. */
export function renderSelfCheckHtml(report: SelfCheckReport): string {
  return renderDocument({
    title: `${verdictWord(report)}: self-check of ${report.tool.name} ${report.tool.version}`,
    header: <Banner report={report} />,
    children: (
      <>
        <Complaints report={report} />
        <Matrices faults={report.faults} />
        <CheckTable checks={report.requirements} all={report.run.allFaults} />
        <ConformingTable rows={report.conforming} />
      </>
    ),
    footer: <Legend />,
    extraStyle: matrixStyles,
  });
}

function Banner({ report }: { report: SelfCheckReport }): VNode {
  const word = verdictWord(report);
  const kind = { proven: 'conformant', refuted: 'non-conformant', none: 'none' }[report.verdict];
  const rest = verdictSentence(report).slice(word.length + 2);
  return (
    <>
      <div class={`verdict ${kind}`}>
        <h1>{word}</h1>
        <p>
          <Line text={capitalised(rest)} />
        </p>
      </div>
      <p class="note">
        <Pieces texts={conductFacts(report)} />
      </p>
      <Command text={report.run.command} maximum={longest.curl} />
    </>
  );
}

function Complaints({ report }: { report: SelfCheckReport }): VNode | null {
  const complaints = complaintsOf(report);
  const rows = [...report.faults, ...report.conforming];
  return complaints.length === 0 ? null : (
    <section>
      <h2>Shortcomings</h2>
      {complaints.map(({ kind, name, text }) => {
        const row = rows.find((candidate) => candidate.name === name);
        return (
          <article class="card failed">
            <h3>
              <Line text={name} /> <span class="tag bad">{kind}</span>
            </h3>
            <p>
              <Line text={text} />
            </p>
            {row === undefined ? null : <Command text={row.again} maximum={longest.curl} />}
            {row === undefined || row.folder === null ? null : (
              <p>
                <a href={`${encodeURI(row.folder).replaceAll('+', '%2B')}/index.html`}>report of this run</a>
              </p>
            )}
          </article>
        );
      })}
    </section>
  );
}

function Legend(): VNode {
  return (
    <>
      <h2>Terms</h2>
      <p>
        A fault is one deviation from the interface document in the reference implementation. It targets one
        requirement and may violate others as well. Caught: the targeted requirement was reported. Missed: a
        requirement that the fault violates was not reported. Misattributed: a requirement was reported that
        the fault does not violate. A variant is unusual but conforming; a mixture combines several variants.
        Every finding against a variant or a mixture is a false positive.
      </p>
    </>
  );
}
