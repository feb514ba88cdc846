import type { VNode } from 'preact';
import type { LatencySummary, LoadRecord } from '../../verdict/load-record.ts';
import {
  generatorFacts,
  latencyFacts,
  loadFacts,
  outcomeFacts,
  percentilesOf,
  ratesText,
} from '../load-text.ts';
import { latencyText, numberText } from '../number-text.ts';
import type { Report } from '../report.ts';
import { FigureTable } from './chart-parts.tsx';
import { DistributionPicture, LatencyPicture, LoadRatePicture } from './load-pictures.tsx';
import { Line } from './text.tsx';

const rowsShown = 40;
const percentilesShown: readonly string[] = ['50', '90', '99', '99.9', '99.99'];

/** What a sustained load brought: rates, latencies, objectives, and how its generator was. */
export function Load({ load }: Report): VNode | null {
  return load === null ? null : (
    <section id="load">
      <h2>Load</h2>
      <Invalid load={load} />
      <div class="card">
        <p>
          <strong>
            <Line text={`${ratesText(load)}.`} />
          </strong>{' '}
          <Line text={`${outcomeFacts(load).join(', ')}.`} />
        </p>
        <p>
          <Line text={latencyFacts(load).join(' · ')} />
        </p>
        <p class="note">
          <Line text={loadFacts(load).join(' · ')} />
        </p>
        <Objectives load={load} />
        <LoadRatePicture load={load} />
        <LatencyPicture load={load} />
        <DistributionPicture load={load} />
        <h3>Latency by operation</h3>
        <Latencies name="Operation" summaries={load.byOperation} />
        <h3>Latency by status</h3>
        <Latencies name="Status" summaries={load.byStatus} />
        <h3>The generator itself</h3>
        <p>
          <Line text={`${generatorFacts(load).join(' · ')}.`} />
        </p>
      </div>
    </section>
  );
}

function Invalid({ load: { invalid } }: { load: LoadRecord }): VNode | null {
  return invalid === null ? null : (
    <div class="verdict none" role="note">
      <p>
        <strong>INVALID</strong>: <Line text={invalid} />
      </p>
      <p>These figures are the generator's, not the service's: they prove nothing of it, good or bad.</p>
    </div>
  );
}

function Objectives({ load: { objectives } }: { load: LoadRecord }): VNode | null {
  return objectives.length === 0 ? null : (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Objective</th>
            <th scope="col">Came</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {objectives.slice(0, rowsShown).map(({ rule, value, met }) => (
            <tr>
              <th scope="row">
                <code>
                  <Line text={rule} maximum={100} />
                </code>
              </th>
              <td>
                <Line text={value} maximum={100} />
              </td>
              <td class={met ? 'good' : 'bad'}>{met ? '✓ met' : '✗ missed'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Latencies(props: { name: string; summaries: Readonly<Record<string, LatencySummary>> }): VNode {
  const rows = Object.entries(props.summaries);
  return rows.length === 0 ? (
    <p class="note">Nothing was answered.</p>
  ) : (
    <FigureTable
      columns={[props.name, 'Answers', 'Mean', ...percentilesShown.map((percent) => `p${percent}`), 'Max']}
      rows={rows.slice(0, rowsShown).map(([name, summary]) => {
        const percentiles = new Map(percentilesOf(summary.percentilesMs));
        return [
          name,
          numberText(summary.count),
          latencyText(summary.meanMs),
          ...percentilesShown.map((percent) => latencyText(percentiles.get(percent) ?? null)),
          latencyText(summary.maxMs),
        ];
      })}
    />
  );
}
