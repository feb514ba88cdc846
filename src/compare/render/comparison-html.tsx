import type { VNode } from 'preact';
import { renderDocument } from '../../report/html/document-shell.tsx';
import { Line, Pieces, type ShownSection, section } from '../../report/html/parts.tsx';
import { capitalised } from '../../report/words.ts';
import {
  type Change,
  type Comparison,
  changeLists,
  changesText,
  changeText,
  comparisonStatus,
  comparisonWord,
  linkTo,
  type NamedReport,
  runFacts,
  transition,
} from '../comparison.ts';

export function comparisonHtml(comparison: Comparison): string {
  const { changes, after, before } = comparison;
  return renderDocument({
    title: `${comparisonWord(comparison)}: ${before.name} and ${after.name}`,
    header: <Banner comparison={comparison} />,
    sections: [
      ...remarksSection(comparison),
      ...changeLists.flatMap(([list, title]) =>
        section(
          anchorOf(list),
          title,
          changes[list].length,
          <ul class="rows">
            {changes[list].map((change) => (
              <ChangeRow change={change} after={after} />
            ))}
          </ul>,
          'entries',
        ),
      ),
    ],
    footer: (
      <p class="note">
        A new failure is a requirement that fails the later run, and that the earlier one did not fail. Waived
        failures count as violated, and never as new failures.
      </p>
    ),
  });
}

function Banner({ comparison }: { comparison: Comparison }): VNode {
  const { before, after } = comparison;
  const text = changesText(comparison);
  const look = { 0: 'conformant', 1: 'non-conformant', 3: 'none' }[comparisonStatus(comparison)];
  return (
    <>
      <div class={`verdict ${look}`}>
        <h1>{comparisonWord(comparison)}</h1>
        <p>{capitalised(text)}.</p>
      </div>
      <dl class="facts">
        <RunFacts which="Before" run={before} />
        <RunFacts which="After" run={after} />
      </dl>
    </>
  );
}

function RunFacts({ which, run }: { which: string; run: NamedReport }): VNode {
  return (
    <div>
      <dt>{which}</dt>
      <dd>
        {run.page === null ? (
          <Line as="strong" text={run.name} />
        ) : (
          <a href={run.page}>
            <Line text={run.name} />
          </a>
        )}
        <p class="note">
          <Pieces texts={runFacts(run.report)} />
        </p>
      </dd>
    </div>
  );
}

function remarksSection({ remarks }: Comparison): ShownSection[] {
  const hindered = remarks.some(({ kind }) => kind === 'hindrance');
  return section(
    'remarks',
    hindered ? 'These runs can’t be compared in full' : 'Good to know',
    remarks.length > 0,
    <ul>
      {remarks.map(({ kind, text }) => (
        <li>
          {kind === 'hindrance' ? <span class="warn">Careful: </span> : null}
          <Line text={kind === 'hindrance' ? text : capitalised(text)} />
        </li>
      ))}
    </ul>,
  );
}

function ChangeRow({ change, after }: { change: Change; after: NamedReport }): VNode {
  const link = change.after === 'absent' ? null : linkTo(after, change.id);
  const text = changeText(change);
  const words = [change.after, change.level, change.id.replace(/\/.*/, '')];
  return (
    <li class="row" id={change.id} data-entry={words.join(' ')}>
      {link === null ? <code>{change.id}</code> : <a href={link}>{change.id}</a>}{' '}
      <span class="tag">{change.level}</span> <strong>{transition(change)}</strong>
      <Line as="p" text={change.statement} />
      {text === '' ? null : <Line as="p" class="note" text={capitalised(text)} />}
    </li>
  );
}

function anchorOf(list: string): string {
  return list.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
