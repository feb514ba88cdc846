import { describe, expect, test } from 'vitest';
import { foldRun } from '../../src/report/fold.ts';
import type { Cause } from '../../src/report/report.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { exchange, exchanged, found, runFinished, runStarted } from './made-up-run.ts';

const answer = exchange(1, 'list/safe').response;
const page = {
  ...answer,
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: '<!doctype html><title>Sign in</title>',
} as const;

function causes(...events: readonly RunEvent[]): readonly Cause[] {
  return foldRun([runStarted(), ...events, runFinished()]).causes;
}

/** Exchanges of one check, by their numbers, each with some members changed. */
function exchanges(numbers: readonly number[], changes: Parameters<typeof exchange>[2] = {}): RunEvent[] {
  return numbers.map((number) => exchanged(exchange(number, 'list/safe', changes)));
}

describe('violated requirements are grouped', () => {
  test('where a web page comes instead of JSON, warnings among them', () => {
    const response = { ...page, status: 200, bodyBytes: 37, utf8: true, secretsEchoedIn: [] };
    expect(
      causes(
        ...exchanges([1, 2], { response }),
        found('list/returns-pets', 1, { kind: 'not-an-array' }),
        found('errors/unknown-path', 2, { kind: 'status-200' }),
      ),
    ).toEqual([
      {
        text: 'Responses are web pages instead of JSON: Sign in',
        requirements: ['list/returns-pets', 'errors/unknown-path'],
      },
    ]);
  });

  test('where requests are served whose refusal is due', () => {
    expect(
      causes(
        ...exchanges([1, 2, 3]),
        found('create/missing-name', 1, { kind: 'status-201', expected: '400 with an Error body' }),
        found('create/unknown-status', 2, { kind: 'status-201', expected: '400 with an Error body' }),
        found('auth/missing-key', 3, { kind: 'listPets-status-200', expected: '401 with an Error body' }),
      ),
    ).toEqual([
      {
        text: 'Requests return 200 instead of 400',
        requirements: ['create/missing-name', 'create/unknown-status'],
      },
    ]);
  });

  test('where the same exchanges show them', () => {
    expect(
      causes(
        ...exchanges([1, 2, 3, 4, 5, 6, 7, 8]),
        found('list/limit-bounds-count', 1, { kind: 'one' }),
        found('list/limit-bounds-count', 2, { kind: 'one' }),
        found('list/limit-bounds-count', 3, { kind: 'one' }),
        found('list/never-above-100', 1, { kind: 'two' }),
        found('list/never-above-100', 2, { kind: 'two' }),
      ),
    ).toMatchObject([{ requirements: ['list/limit-bounds-count', 'list/never-above-100'] }]);
  });

  test('and not where one of them shows in every answer, or only once', () => {
    expect(
      causes(
        ...exchanges([1, 2, 3, 4]),
        ...[1, 2, 3, 4].map((number) => found('list/unique-ids', number, { kind: 'one' })),
        found('list/never-above-100', 1, { kind: 'two' }),
        found('list/never-above-100', 2, { kind: 'two' }),
        found('list/status-filter', 2, { kind: 'three' }),
      ),
    ).toEqual([]);
  });
});
