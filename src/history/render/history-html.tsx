import type { VNode } from 'preact';
import { legend } from '../../compare/matrix.ts';
import { verdictGridStyle } from '../../compare/render/verdict-grid.tsx';
import { renderDocument } from '../../report/html/document-shell.tsx';
import { Line, type ShownSection, section } from '../../report/html/parts.tsx';
import { capitalised, counted, numberText, visibleLine } from '../../report/words.ts';
import { changesByRun, everViolated, type History, type TargetHistory } from '../history.ts';
import { periodText, stateSentence, stateText, verdictOf, violatedNow } from '../sentences.ts';
import { Grid, gridStyle } from './history-grid.tsx';
import { ChangesTable, SkippedList, ViolatedList } from './history-lists.tsx';

/** Cells beyond these would make a page that browsers open slowly. */
const mostCells = 10_000;
const leastColumns = 10;
const mostTargets = 20;

/** Many reports of one target or several as one self-contained page. */
export function historyHtml(history: History): string {
  const shown = history.targets.slice(0, mostTargets);
  const columns = columnsShown(shown);
  const several = history.targets.length > 1;
  const title = several
    ? `History of ${history.targets.length} targets`
    : `History of ${shown[0]?.target ?? ''}`;
  return renderDocument({
    title,
    header: several ? (
      <SeveralTargets title={title} targets={history.targets} />
    ) : (
      <Banner history={shown[0]} />
    ),
    sections: [
      ...(several
        ? shown.map((target, index) => partOfTarget(target, `target-${index + 1}`, columns))
        : shown.flatMap((target) => targetSections(target, '', columns))),
      ...section('not-read', 'Not read', history.skipped.length, <SkippedList skipped={history.skipped} />),
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

function columnsShown(targets: readonly TargetHistory[]): number {
  const rows = targets.reduce((sum, target) => sum + target.rows.length, 0);
  return Math.max(leastColumns, Math.floor(mostCells / Math.max(1, rows)));
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
  const omitted = targets.length - mostTargets;
  return (
    <>
      <h1>{title}</h1>
      <ul class="since">
        {targets.slice(0, mostTargets).map((history, index) => (
          <li>
            <a href={`#target-${index + 1}`}>
              <Line text={history.target} maximum={300} />
            </a>
            : {periodText(history)}. {stateSentence(history)}
          </li>
        ))}
      </ul>
      {omitted <= 0 ? null : (
        <p>
          {counted(omitted, 'older target')} left out; pass <code>--target URL</code> to see one.
        </p>
      )}
    </>
  );
}

/** One of several targets: in the contents it is one entry, and its anchors begin with its own. */
function partOfTarget(history: TargetHistory, anchor: string, columns: number): ShownSection {
  return {
    entry: {
      anchor,
      title: visibleLine(history.target.replace(/^https?:\/\//, '').slice(0, 60)),
      count: numberText(history.runs.length),
    },
    content: (
      <>
        <h2 id={anchor} class="target">
          <Line text={history.target} maximum={300} />
        </h2>
        {targetSections(history, `${anchor}-`, columns).map(({ content }) => content)}
      </>
    ),
  };
}

function targetSections(history: TargetHistory, prefix: string, columns: number): ShownSection[] {
  const seen = history.rows.filter(everViolated);
  const held = history.rows.filter((row) => !everViolated(row));
  const changed = changesByRun(history).length;
  const grid = (rows: typeof seen, label: string) => (
    <Grid history={history} rows={rows} columns={columns} prefix={prefix} label={label} />
  );
  return [
    ...section(
      `${prefix}violated`,
      'Violated now',
      violatedNow(history).length,
      <ViolatedList history={history} />,
      'entries',
    ),
    ...section(
      `${prefix}changes`,
      'What changed',
      changed > 0 && counted(changed, 'run'),
      <ChangesTable history={history} />,
    ),
    ...section(
      `${prefix}seen`,
      'Ever violated',
      seen.length,
      grid(seen, 'Requirements that were violated, by run'),
      'entries',
    ),
    ...section(
      `${prefix}held`,
      'Never violated',
      held.length,
      grid(held, 'Requirements that were never violated, by run'),
      'folded entries',
    ),
  ];
}
