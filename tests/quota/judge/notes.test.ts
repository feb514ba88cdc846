import { expect, it } from 'vitest';
import { Notes } from '../../../src/quota/judge/notes.ts';

const finding = (requirement: string, kind: string, entry: number) => ({
  requirement,
  kind,
  entry,
  message: '',
  expected: '',
  actual: '',
  related: [],
  restsOnTiming: false,
});
const nothing = { findings: [], supported: [], undecided: [], observations: [], moreBurstsTell: false };

it('keep the first finding of each kind, which outweighs all else', () => {
  const notes = new Notes();
  notes.support('a', [1]);
  notes.leaveOpen('b', 'why');
  expect([notes.hasFlagged('a'), notes.entryOf('a')]).toEqual([false, null]);
  notes.flag(finding('a', 'one', 3));
  notes.flag(finding('a', 'one', 4));
  notes.flag(finding('a', 'other', 5));
  notes.flag(finding('b', 'one', 6));
  expect([notes.hasFlagged('a'), notes.hasFlagged('c'), notes.entryOf('a'), notes.entryOf('b')]).toEqual([
    true,
    false,
    3,
    6,
  ]);
  expect(notes.entryOf('c')).toBeNull();
  expect(notes.summary()).toEqual({
    ...nothing,
    findings: [finding('a', 'one', 3), finding('a', 'other', 5), finding('b', 'one', 6)],
  });
});

it('cite five entries that support a requirement', () => {
  const notes = new Notes();
  notes.support('a', [1, 2]);
  notes.support('b', [1, 2, 3, 4, 5, 6]);
  notes.support('a', [3]);
  notes.support('a', [4, 5, 6]);
  notes.support('a', [7]);
  expect(notes.summary().supported).toEqual([
    { requirement: 'a', entries: [1, 2, 3, 4, 5] },
    { requirement: 'b', entries: [1, 2, 3, 4, 5] },
  ]);
});

it('give the first reason why something is open, which outweighs a support', () => {
  const notes = new Notes();
  notes.support('a', [1]);
  notes.leaveOpen('a', 'first');
  notes.leaveOpen('a', 'second');
  notes.leaveOpenFor('a', 'c', 'third');
  notes.leaveOpenFor('b', 'c', 'it is not seen');
  notes.leaveOpen('b', 'later');
  expect(notes.summary()).toEqual({
    ...nothing,
    undecided: [
      { requirement: 'a', reason: 'first' },
      { requirement: 'b', reason: 'it is not seen: fix c first', violated: 'c' },
    ],
  });
});

it('tell what was seen, and whether more would tell more', () => {
  const notes = new Notes();
  notes.observe('a', 'so', [1, 2, 3, 4, 5, 6]);
  notes.observe('a', 'otherwise', []);
  notes.wantMoreBursts();
  expect(notes.summary()).toEqual({
    ...nothing,
    observations: [
      { requirement: 'a', text: 'so', entries: [1, 2, 3, 4, 5] },
      { requirement: 'a', text: 'otherwise', entries: [] },
    ],
    moreBurstsTell: true,
  });
});
