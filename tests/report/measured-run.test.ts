import { describe, expect, test } from 'vitest';
import { renderSummary } from '../../src/report/artifacts/summary.ts';
import { renderHtml } from '../../src/report/html.tsx';
import type { Report } from '../../src/report/report.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import type { LoadRecord } from '../../src/verdict/load-record.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import {
  exchange,
  exchanged,
  faultless,
  foldRun,
  found,
  markupOf,
  runFinished,
  runStarted,
} from './made-up-run.ts';
import { stalledLoad } from './sample-load.ts';
import { excessRecord, fixedWindowRecord, tokenBucketRecord } from './sample-plan-limits.ts';

function loaded(
  record: LoadRecord,
  more: readonly RunEvent[] = [],
  interrupted: string | null = null,
): Report {
  return foldRun([
    runStarted({ kind: 'load', command: 'npx animal-store-conformance load http://127.0.0.1:8080/v1' }),
    ...faultless(),
    ...more,
    { type: 'load', record },
    runFinished(interrupted),
  ]);
}

const measured: readonly RunEvent[] = [
  runStarted(),
  ...faultless(),
  { type: 'plan-limit', record: fixedWindowRecord },
  { type: 'plan-limit', record: tokenBucketRecord },
  { type: 'plan-limit', record: excessRecord },
  runFinished(),
];

describe('a load', () => {
  test('counts all requests, animals and deviations, though only a sample is on record', () => {
    const deviation = [exchanged(exchange(400, 'load')), found('list/unique-ids', 400)];
    const deviations = [
      { requirement: 'list/unique-ids', kind: 'too-many', count: 512, firstSecond: 3.2, rateThen: 1_000 },
    ];
    const report = loaded({ ...stalledLoad, deviations, created: 2_998 }, deviation);
    expect(report.run.requests).toBe(30_000);
    expect(report.requirements.find(({ id }) => id === 'list/unique-ids')?.findings[0]?.count).toBe(512);
    const screen = renderTerminal(report, { columns: 80, color: false });
    expect(screen).toContain('2,998 animals created');
    expect(screen.replace(/\n +/g, ' ')).toContain(
      'list/unique-ids (too-many): 512 responses, first at 3.2 s and 1,000/s',
    );
    expect(screen).toContain('Not conformant under load: 1 MUST requirement is violated.');
  });

  test('on the screen, which leaves to the command run in one line what no load decides', () => {
    const screen = renderTerminal(loaded(stalledLoad), { columns: 80, color: false });
    expect(screen).toMatchSnapshot();
    for (const view of [
      screen,
      renderSummary(loaded(stalledLoad)),
      markupOf(renderHtml(loaded(stalledLoad))).replace(/<[^>]*>/g, ' '),
    ]) {
      expect(view).toMatch(/not tested by a load/i);
      expect(view).not.toMatch(/skipped|effort/i);
    }
  });

  test('of a finding says how to make the same load again', () => {
    const report = loaded(stalledLoad, [exchanged(exchange(400, 'load')), found('list/unique-ids', 400)]);
    expect(report.requirements.flatMap(({ findings }) => findings.map(({ rerun }) => rerun))).toEqual([
      'npx animal-store-conformance load http://127.0.0.1:8080/v1',
    ]);
  });

  test('names no percentile beyond its slowest answer', () => {
    const record = { ...stalledLoad, latency: { ...stalledLoad.latency, count: 999 } };
    const screen = renderTerminal(loaded(record), { columns: 80, color: false });
    expect(screen).toContain('p99 403 ms');
    expect(screen).not.toContain('p99.9');
  });
});

describe('plan limits', () => {
  test('on the screen', () => {
    const screen = renderTerminal(foldRun(measured), { columns: 80, color: false });
    expect(screen.split('\n\n').find((block) => block.startsWith('PLAN LIMITS'))).toMatchSnapshot();
  });

  test('in the summary', () => {
    const summary = renderSummary(foldRun(measured));
    expect(summary).toContain('### Plan limits\n\n- free (quota-key-1): 60 of 60 granted');
  });
});
