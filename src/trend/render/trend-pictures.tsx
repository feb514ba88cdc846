import type { VNode } from 'preact';
import { groupedBy } from '../../grouped-by.ts';
import { isViolated } from '../../report/by-verdict.ts';
import { px } from '../../report/html/chart.tsx';
import { type Axis, latencyAxis, linearAxis, type Tick } from '../../report/html/chart-axis.ts';
import { Dots, type Place, PlotLine } from '../../report/html/chart-marks.tsx';
import { Picture } from '../../report/html/chart-parts.tsx';
import { latencyText, numberText, visibleLine } from '../../report/words.ts';
import { runTime } from '../sentences.ts';
import type { TargetTrend } from '../trend.ts';
import type { PlanLimitFigures, TrendRun } from '../trend-run.ts';

const height = 130;
/** Of more runs, dots would cover the line. */
const mostDots = 80;
const mostPlans = 8;

/** A line over the runs; runs without a value are left out. */
interface Series {
  readonly style: 'median' | 'tail';
  readonly text: string;
  readonly figure: (run: TrendRun) => number | null;
}

interface RunPictureProps {
  readonly runs: readonly TrendRun[];
  readonly id: string;
  readonly caption: string;
  readonly note?: string;
  readonly yTitle: string;
  readonly series: readonly Series[];
  readonly axisOf: (values: readonly number[]) => Axis;
  readonly valueText: (value: number) => string;
  /** A line across, with its text in the key. */
  readonly limit?: { readonly value: number; readonly text: string };
}

/** Whether two runs or two loads can be compared. */
export function hasPictures({ runs }: TargetTrend): boolean {
  return [true, false].some((isLoad) => runs.filter(({ kind }) => (kind === 'load') === isLoad).length > 1);
}

/** Violations, response times, loads and plan limits along the runs. */
export function TrendPictures({ trend, prefix }: { trend: TargetTrend; prefix: string }): VNode {
  const { runs } = trend;
  return (
    <>
      <RunPicture
        runs={runs.filter(({ kind }) => kind !== 'load')}
        id={`${prefix}violations`}
        caption="Violated requirements"
        yTitle="Requirements"
        series={[
          { style: 'median', text: 'MUST', figure: (run) => violations(run, 'MUST') },
          { style: 'tail', text: 'SHOULD', figure: (run) => violations(run, 'SHOULD') },
        ]}
        axisOf={(values) => linearAxis(0, Math.max(4, ...values) * 1.1, height)}
        valueText={numberText}
      />
      <RunPicture
        runs={runs.filter(({ kind }) => kind === 'run')}
        id={`${prefix}response-times`}
        caption="Response times in runs"
        note="Of the exchanges that each report holds, until the response headers: a sample, without load."
        yTitle="Response time"
        series={[
          { style: 'median', text: 'p50', figure: ({ responseMs }) => responseMs?.p50 ?? null },
          { style: 'tail', text: 'p95', figure: ({ responseMs }) => responseMs?.p95 ?? null },
        ]}
        axisOf={(values) => latencyAxis(values, height)}
        valueText={latencyText}
      />
      <RunPicture
        runs={runs.filter(({ load }) => load !== null)}
        id={`${prefix}load-latency`}
        caption="Latency under load"
        note="Comparable only between loads of the same rate and mix."
        yTitle="Latency"
        series={[
          { style: 'median', text: 'p50', figure: ({ load }) => load?.p50 ?? null },
          { style: 'tail', text: 'p99', figure: ({ load }) => load?.p99 ?? null },
        ]}
        axisOf={(values) => latencyAxis(values, height)}
        valueText={latencyText}
      />
      {plansOf(runs)
        .slice(0, mostPlans)
        .map(({ plan, perMinute }, index) => (
          <RunPicture
            runs={runs.filter((run) => figuresOf(run, plan, perMinute) !== undefined)}
            id={`${prefix}plan-${index + 1}`}
            caption={`Plan limit of ${visibleLine(plan)}, ${numberText(perMinute)} per minute`}
            note="The most requests that a measurement saw admitted within one minute. Some permitted limiters admit more than the limit, such as a fixed window around its edge: see the findings for violations."
            yTitle="Admitted within one minute"
            series={[
              {
                style: 'median',
                text: 'admitted',
                figure: (run) => figuresOf(run, plan, perMinute)?.mostAdmitted ?? null,
              },
            ]}
            axisOf={(values) => linearAxis(0, Math.max(perMinute, ...values) * 1.1, height)}
            valueText={numberText}
            limit={{ value: perMinute, text: 'limit' }}
          />
        ))}
    </>
  );
}

function violations({ requirements }: TrendRun, level: string): number {
  return requirements.filter((row) => row.level === level && isViolated(row.verdict)).length;
}

function plansOf(runs: readonly TrendRun[]): PlanLimitFigures[] {
  const all = runs.flatMap(({ planLimits }) => planLimits);
  return [...groupedBy(all, ({ plan, perMinute }) => JSON.stringify([plan, perMinute])).values()].map(
    ([first]) => first,
  );
}

function figuresOf(run: TrendRun, plan: string, perMinute: number): PlanLimitFigures | undefined {
  return run.planLimits.find((one) => one.plan === plan && one.perMinute === perMinute);
}

function RunPicture(props: RunPictureProps): VNode | null {
  const { runs, id, caption, note, yTitle, series, axisOf, valueText, limit } = props;
  const values = runs.flatMap((run) => series.flatMap(({ figure }) => figure(run) ?? []));
  const axis = axisOf(values);
  const places = series.map(({ figure }) => placesOf(runs, figure, axis));
  const dotted = runs.length <= mostDots;
  return runs.length < 2 || values.length === 0 ? null : (
    <Picture
      caption={caption}
      keys={[
        ...series.map(({ style, text }) => ({ style, shape: 'line', text }) as const),
        ...(limit === undefined ? [] : [{ style: 'limit', shape: 'line', text: limit.text } as const]),
      ]}
      note={note ?? null}
      id={id}
      title={caption}
      description="One point for each run."
      xTitle="Runs, the oldest first"
      yTitle={yTitle}
      height={height}
      xTicks={runTicks(runs)}
      yTicks={axis.ticks}
      overlay={
        dotted ? places.map((each, index) => <Dots places={each} style={series[index]?.style ?? ''} />) : null
      }
      table={{
        columns: ['Run', ...series.map(({ text }) => text)],
        rows: runs.map((run) => [
          runTime(run),
          ...series.map(({ figure }) => {
            const value = figure(run);
            return value === null ? '–' : valueText(value);
          }),
        ]),
      }}
    >
      {limit === undefined ? null : <path class="line limit" d={`M0 ${px(axis.place(limit.value))}H1000`} />}
      {places.map((each, index) => (
        <PlotLine places={each} style={series[index]?.style ?? 'median'} />
      ))}
    </Picture>
  );
}

function placesOf(runs: readonly TrendRun[], figure: Series['figure'], axis: Axis): Place[] {
  return runs.flatMap((run, index) => {
    const value = figure(run);
    return value === null ? [] : [{ at: placeOf(index, runs.length), y: axis.place(value) }];
  });
}

/** Runs are evenly spaced: most are made in bursts, and would cover each other by time. */
function placeOf(index: number, count: number): number {
  return (index + 0.5) / count;
}

/** Days, or times of day where all runs are of one day. */
function runTicks(runs: readonly TrendRun[]): Tick[] {
  const times = runs.map(runTime);
  const isOneDay = new Set(times.map((time) => time.slice(0, 10))).size === 1;
  const wanted = [0.12, 0.5, 0.88].map((share) => Math.floor(share * runs.length));
  return [...new Set(wanted)].map((index) => ({
    at: placeOf(index, runs.length),
    label: isOneDay ? (times[index] ?? '').slice(11) : (times[index] ?? '').slice(0, 10),
  }));
}
