import { describe, expect, it } from 'vitest';
import { redactedEvent } from '../../src/run/record-run.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { runStarted } from '../report/made-up-run.ts';

const key = 'ask_live_8f3aB7cQ9xYz2LmN';
const redactor = new Redactor([{ value: key, shownAs: '$ANIMAL_STORE_API_KEY' }]);
const saying = (text: string): RunEvent[] => [
  { type: 'check-finished', requirement: 'auth/header-only', outcome: 'inconclusive', reason: text },
  { type: 'internal-error', requirement: null, message: text },
  { type: 'observation', requirement: 'list/pagination', text, exchanges: [1] },
  { type: 'preflight', step: { name: 'key', outcome: 'problem', text, remedy: text } },
  {
    type: 'finding',
    finding: {
      requirement: 'auth/header-only',
      kind: 'accepted',
      message: text,
      expected: text,
      actual: text,
      exchange: 1,
      related: [],
    },
  },
];

describe('what a run says', () => {
  it.each(saying(`no answer to /pets?api_key=${key} at all`))('holds no key: $type', (event) => {
    const [shown] = saying('no answer to /pets?api_key=$ANIMAL_STORE_API_KEY at all').filter(
      ({ type }) => type === event.type,
    );
    expect(redactedEvent(event, redactor)).toEqual(shown);
  });

  it.each(saying('nothing of the kind'))('stays as it is without one: $type', (event) => {
    expect(redactedEvent(event, redactor)).toEqual(event);
  });

  it('holds none in its baseline either, which is a report of anybody', () => {
    const violated = [{ requirement: 'list/safe', kinds: [key] }];
    const baseline = { source: key, target: `https://${key}.example`, violated, undecided: [] };
    const started = runStarted({ baseline: { ...baseline, startedAt: '2026-01-01T10:00:00.000Z' } });
    expect(JSON.stringify(redactedEvent(started, redactor))).not.toContain(key);
  });
});
