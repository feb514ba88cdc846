import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { foldRun } from '../../src/report/fold.ts';
import { renderAnnotations } from '../../src/report/github-annotations.ts';
import { renderHtml } from '../../src/report/html.tsx';
import { renderJunit } from '../../src/report/junit.ts';
import type { Report } from '../../src/report/report.ts';
import { renderSummary } from '../../src/report/summary.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { faultless, found, functionalIds, runFinished, runStarted, undecided } from './made-up-run.ts';
import { invalidLoad, stalledLoad } from './sample-load.ts';
import { excessRecord, fixedWindowRecord, tokenBucketRecord } from './sample-plan-limits.ts';

const published = new URL('../../reports/sample/report.json', import.meta.url);

function reportOf(...events: readonly RunEvent[]): Report {
  return foldRun([runStarted(), ...faultless(), ...events, runFinished()]);
}

/** Wording that no reader of a report meets any more, each with what stands in its place. */
const gone: readonly (readonly [RegExp, string])[] = [
  [/\bcame\b/i, 'received, returned'],
  [/\b(?:is|are|was|were) answered \d/i, 'returns, returned'],
  [/\bcomes? (?:back|with|where)\b/i, 'is returned'],
  [/\bstands?\b/i, 'is, see'],
  [/\bmend(?:ed|s)?\b/i, 'fix, fixed'],
  [/\bleft behind\b/i, 'created'],
  [/\ba (?:second|minute|day)\b/i, 'per second, per minute, per day'],
  [/\bkey whose quota\b/i, 'a dedicated key'],
  [/\bit needs\b/i, 'needs; pass `--option`'],
  [/\bgive (?:one|it|a|the)\b/i, 'pass'],
  [/\bbase address\b/i, 'base URL'],
  [/\blikely to act\b/i, 'likely owner'],
  [/\bnobody\b|\bsomebody\b|\bwhoever\b/i, 'another client, the operator'],
  [/\ball the same\b/i, 'nothing'],
  [/\bfigure of the day\b/i, 'daily limit'],
  [/\bparted by\b/i, 'separated by'],
  [/\baccus(?:e|ed|es)\b/i, 'report, flag'],
  [/\bsquare roots?\b|\bpowers of ten\b/i, 'linear axes'],
];

test.each([
  ['a run on the reference', JSON.parse(readFileSync(published, 'utf8')) as Report],
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
    for (const [words, instead] of gone) {
      expect(text, `${place}: say "${instead}"`).not.toMatch(words);
    }
  }
});
