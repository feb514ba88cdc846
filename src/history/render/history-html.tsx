import type { VNode } from 'preact';
import { legend } from '../../compare/matrix.ts';
import { verdictGridStyle } from '../../compare/render/verdict-grid.tsx';
import { renderDocument } from '../../report/html/document-shell.tsx';
import { Entries, Line, type ShownSection, section } from '../../report/html/parts.tsx';
import { capitalised, visibleLine } from '../../report/words.ts';
import { everViolated, type History, type HistoryRow, type TargetHistory } from '../history.ts';
import { periodText, stateSentence, stateText, verdictOf } from '../sentences.ts';
import { Grid, gridStyle } from './history-grid.tsx';
import { historySections, skippedSections } from './history-sections.ts';

/** Cells beyond these would make a page that browsers open slowly. */
const mostCells = 10_000;
const leastColumns = 10;
const mostTargets = 20;

/** Many reports of one target or several as one self-contained page. */
export function historyHtml({ targets, skipped }: History): string {
  const shown = targets.slice(0, mostTargets);
  const cells = shown.reduce((sum, { rows }) => sum + rows.length, 1);
  const columns = Math.max(leastColumns, Math.floor(mostCells / cells));
  const several = targets.length > 1;
  const title = several ? `History of ${targets.length} targets` : `History of ${shown[0]?.target ?? ''}`;
  return renderDocument({
    title,
    header: several ? <SeveralTargets title={title} targets={targets} /> : <Banner history={shown[0]} />,
    sections: [
      ...shown.flatMap((target, index) =>
        targetSections(target, several ? `target-${index + 1}-` : '', columns),
      ),
      ...skippedSections(skipped).flatMap((one) =>
        section('not-read', one.title, skipped.length, <Entries sections={[one]} />),
      ),
    ],
    footer: (
      <p class="note">
        {legend(shown.flatMap(({ rows }) => rows.flatMap(({ verdicts }) => verdicts))).join(' · ')}. A
        requirement broke or was fixed in the first run that decided it otherwise than the last one before
        that decided it; runs that did not test it change nothing. Times are in UTC.
      </p>
    ),
    extraStyle: verdictGridStyle + gridStyle,
  });
}

function Banner({ history }: { history: TargetHistory | undefined }): VNode {
  const newest = history?.runs.at(-1);
  return (
    <div class={`verdict ${newest?.verdict ?? 'none'}`}>
      <p class="kicker">
        <Line as="b" text={history?.target ?? ''} maximum={300} />:{' '}
        {history === undefined ? 'no run' : periodText(history)}
      </p>
      <h1>{newest === undefined ? 'No run' : `${capitalised(verdictOf(newest))} in the newest run`}</h1>
      {history === undefined ? null : <p class="lead">{capitalised(stateText(history))}.</p>}
    </div>
  );
}

function SeveralTargets({ title, targets }: { title: string; targets: readonly TargetHistory[] }): VNode {
  const entries = targets.map((history, index) => ({
    label: `${index + 1}`,
    texts: [history.target, `${periodText(history)}. ${stateSentence(history)}`],
    ...(index < mostTargets ? {} : { details: ['left out below: pass --target URL to see it'] }),
  }));
  return (
    <>
      <h1>{title}</h1>
      <Entries sections={[{ title, entries }]} />
    </>
  );
}

/** @param prefix of its anchors, and whether its target is named: there are several */
function targetSections(history: TargetHistory, prefix: string, columns: number): ShownSection[] {
  const named = (title: string) =>
    prefix === ''
      ? title
      : visibleLine(`${title}, ${history.target.replace(/^https?:\/\//, '').slice(0, 60)}`);
  const seen = history.rows.filter(everViolated);
  const held = history.rows.filter((row) => !everViolated(row));
  const grid = (rows: readonly HistoryRow[], label: string) => (
    <Grid history={history} rows={rows} columns={columns} prefix={prefix} label={label} />
  );
  return [
    ...historySections(history).flatMap((one) =>
      section(
        prefix + one.title.toLowerCase().replaceAll(' ', '-'),
        named(one.title),
        one.count ?? '',
        <Entries sections={[one]} />,
        'entries',
      ),
    ),
    ...section(
      `${prefix}seen`,
      named('Ever violated'),
      seen.length,
      grid(seen, `Requirements that were violated, by run ${prefix}`),
      'entries',
    ),
    ...section(
      `${prefix}held`,
      named('Never violated'),
      held.length,
      grid(held, `Requirements that were never violated, by run ${prefix}`),
      'folded entries',
    ),
  ];
}
