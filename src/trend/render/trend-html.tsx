import type { VNode } from 'preact';
import { legend } from '../../compare/matrix.ts';
import { verdictGridStyle } from '../../compare/render/verdict-grid.tsx';
import { renderDocument } from '../../report/html/document-shell.tsx';
import { Line, Section } from '../../report/html/parts.tsx';
import { capitalised, counted, numberText, visibleLine } from '../../report/words.ts';
import { spanText, stateSentence, stateText, verdictOf, violatedNow } from '../sentences.ts';
import { changesByRun, everViolated, type TargetTrend, type Trend } from '../trend.ts';
import { Grid, gridStyle } from './trend-grid.tsx';
import { ChangesTable, RunsTable, SkippedList, ViolatedList } from './trend-lists.tsx';
import { hasPictures, TrendPictures } from './trend-pictures.tsx';

/** Cells beyond these would make a page that browsers open slowly. */
const mostCells = 10_000;
const leastColumns = 10;
const mostTargets = 20;

/** Many reports of one target or several as one self-contained page. */
export function trendHtml(trend: Trend): string {
  const shown = trend.targets.slice(0, mostTargets);
  const columns = columnsShown(shown);
  const several = trend.targets.length > 1;
  const title = several
    ? `History of ${trend.targets.length} targets`
    : `History of ${shown[0]?.target ?? ''}`;
  return renderDocument({
    title,
    header: several ? <SeveralTargets title={title} targets={trend.targets} /> : <Banner trend={shown[0]} />,
    contents: [
      ...shown.flatMap((target, index) => contentsOf(target, index, several)),
      ...(trend.skipped.length === 0
        ? []
        : [{ anchor: 'not-read', title: 'Not read', count: numberText(trend.skipped.length) }]),
    ],
    children: (
      <>
        {shown.map((target, index) => (
          <TargetPart trend={target} prefix={prefixOf(index, several)} columns={columns} several={several} />
        ))}
        {trend.skipped.length === 0 ? null : <SkippedList skipped={trend.skipped} />}
      </>
    ),
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

function columnsShown(targets: readonly TargetTrend[]): number {
  const rows = targets.reduce((sum, target) => sum + target.rows.length, 0);
  return Math.max(leastColumns, Math.floor(mostCells / Math.max(1, rows)));
}

/** Several targets have the same requirements: their anchors differ by it. */
function prefixOf(index: number, several: boolean): string {
  return several ? `target-${index + 1}-` : '';
}

function Banner({ trend }: { trend: TargetTrend | undefined }): VNode {
  const newest = trend?.runs.at(-1);
  return (
    <div class={`verdict ${newest?.verdict ?? 'none'}`}>
      <p class="kicker">
        <b>
          <Line text={trend?.target ?? ''} maximum={300} />
        </b>
        : {trend === undefined ? 'no run' : spanText(trend)}
      </p>
      <h1>{newest === undefined ? 'No run' : `${capitalised(verdictOf(newest))} in the newest run`}</h1>
      {trend === undefined ? null : <p class="lead">{capitalised(stateText(trend))}.</p>}
    </div>
  );
}

function SeveralTargets({ title, targets }: { title: string; targets: readonly TargetTrend[] }): VNode {
  const omitted = targets.length - mostTargets;
  return (
    <>
      <h1>{title}</h1>
      <ul class="since">
        {targets.slice(0, mostTargets).map((trend, index) => (
          <li>
            <a href={`#target-${index + 1}`}>
              <Line text={trend.target} maximum={300} />
            </a>
            : {spanText(trend)}. {stateSentence(trend)}
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

interface Part {
  readonly anchor: string;
  readonly title: string;
  readonly count?: string;
}

function partsOf(
  trend: TargetTrend,
  prefix: string,
): Record<'violated' | 'changes' | 'seen' | 'held' | 'pictures' | 'runs', Part> {
  const seen = trend.rows.filter(everViolated).length;
  return {
    violated: {
      anchor: `${prefix}violated`,
      title: 'Violated now',
      count: numberText(violatedNow(trend).length),
    },
    changes: {
      anchor: `${prefix}changes`,
      title: 'What changed',
      count: counted(changesByRun(trend).length, 'run'),
    },
    seen: { anchor: `${prefix}seen`, title: 'Ever violated', count: numberText(seen) },
    held: { anchor: `${prefix}held`, title: 'Never violated', count: numberText(trend.rows.length - seen) },
    pictures: { anchor: `${prefix}pictures`, title: 'Over time' },
    runs: { anchor: `${prefix}runs`, title: 'Runs', count: numberText(trend.runs.length) },
  };
}

function contentsOf(trend: TargetTrend, index: number, several: boolean): Part[] {
  const parts = partsOf(trend, prefixOf(index, several));
  if (several) {
    return [
      {
        anchor: `target-${index + 1}`,
        title: visibleLine(trend.target.replace(/^https?:\/\//, '').slice(0, 60)),
        count: numberText(trend.runs.length),
      },
    ];
  }
  return shownParts(trend).map((name) => parts[name]);
}

function shownParts(trend: TargetTrend): (keyof ReturnType<typeof partsOf>)[] {
  const anySeen = trend.rows.some(everViolated);
  return [
    ...(violatedNow(trend).length === 0 ? [] : (['violated'] as const)),
    ...(changesByRun(trend).length === 0 ? [] : (['changes'] as const)),
    ...(anySeen ? (['seen'] as const) : []),
    ...(trend.rows.every(everViolated) ? [] : (['held'] as const)),
    ...(hasPictures(trend) ? (['pictures'] as const) : []),
    'runs',
  ];
}

function TargetPart(props: { trend: TargetTrend; prefix: string; columns: number; several: boolean }): VNode {
  const { trend, prefix, columns, several } = props;
  const parts = partsOf(trend, prefix);
  const shown = new Set(shownParts(trend));
  const part = (name: keyof typeof parts, content: VNode, look?: 'entries' | 'folded entries' | 'folded') =>
    shown.has(name) ? (
      <Section {...parts[name]} {...(look === undefined ? {} : { look })}>
        {content}
      </Section>
    ) : null;
  return (
    <>
      {several ? (
        <h2 id={prefix.replace(/-$/, '')} class="target">
          <Line text={trend.target} maximum={300} />
        </h2>
      ) : null}
      {part('violated', <ViolatedList trend={trend} />, 'entries')}
      {part('changes', <ChangesTable trend={trend} />)}
      {part(
        'seen',
        <Grid
          trend={trend}
          rows={trend.rows.filter(everViolated)}
          columns={columns}
          prefix={prefix}
          label="Requirements that were violated, by run"
        />,
        'entries',
      )}
      {part(
        'held',
        <Grid
          trend={trend}
          rows={trend.rows.filter((row) => !everViolated(row))}
          columns={columns}
          prefix={prefix}
          label="Requirements that were never violated, by run"
        />,
        'folded entries',
      )}
      {part('pictures', <TrendPictures trend={trend} prefix={prefix} />)}
      {part('runs', <RunsTable trend={trend} />, 'folded')}
    </>
  );
}
