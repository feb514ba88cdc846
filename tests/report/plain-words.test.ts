import { expect, test } from 'vitest';
import { foldRun } from '../../src/report/fold.ts';
import { renderAnnotations } from '../../src/report/github-annotations.ts';
import { renderHtml } from '../../src/report/html.tsx';
import { renderJunit } from '../../src/report/junit.ts';
import type { Report } from '../../src/report/report.ts';
import { renderSummary } from '../../src/report/summary.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { goneWordings } from '../plain-words.ts';
import { faultless, found, functionalIds, runFinished, runStarted, undecided } from './made-up-run.ts';
import { invalidLoad, stalledLoad } from './sample-load.ts';
import { excessRecord, fixedWindowRecord, tokenBucketRecord } from './sample-plan-limits.ts';

function reportOf(...events: readonly RunEvent[]): Report {
  return foldRun([runStarted(), ...faultless(), ...events, runFinished()]);
}

test.each([
  ['a run without a finding', reportOf()],
  [
    'a failing run',
    reportOf(
      ...functionalIds.slice(0, 6).map((id, index) => found(id, index + 1)),
      ...functionalIds.slice(6, 9).map((id) => undecided(id, 'inconclusive', 'no evidence collected')),
    ),
  ],
  [
    'an interrupted run',
    foldRun([runStarted(), ...faultless(functionalIds.slice(0, 5)), runFinished('interrupted by the user')]),
  ],
  [
    'plan limits',
    reportOf(
      ...[fixedWindowRecord, tokenBucketRecord, excessRecord].map(
        (record): RunEvent => ({ type: 'plan-limit', record }),
      ),
    ),
  ],
  ['a load', reportOf({ type: 'load', record: stalledLoad })],
  ['an invalid load', reportOf({ type: 'load', record: invalidLoad })],
])('the report of %s uses the terms of the field', (_, report) => {
  const page = renderHtml(report).replace(/<(style|script)\b[\s\S]*?<\/\1>/g, '');
  const texts = {
    terminal: renderTerminal(report, { columns: 200, color: false, printWaivers: true }),
    page: page.replace(/<[^>]*>/g, ' '),
    descriptions: [...page.matchAll(/(?:title|aria-label)="([^"]*)"/g)].map(([, text]) => text).join('\n'),
    summary: renderSummary(report),
    annotations: renderAnnotations(report),
    junit: renderJunit(report),
  };
  for (const [place, text] of Object.entries(texts)) {
    expect(goneWordings(text, 'report'), place).toEqual([]);
  }
});
