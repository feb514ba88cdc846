import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/exchange/exchange.ts';
import type { Waiver } from '../../src/verdict/known-failures.ts';
import {
  coveringWaiver,
  namesTarget,
  tellsOperationsApart,
  waiverOutcome,
} from '../../src/waivers/waiver-cover.ts';
import { waiver } from './made-up-waiver.ts';

const baseUrl = 'https://staging.example.com/v1';
const startedAt = '2026-06-15T23:59:59.999Z';
const cover = (...waivers: Waiver[]) => ({
  covering: (requirement: string, operation: Operation | null) =>
    coveringWaiver({ waivers, baseUrl, startedAt }, requirement, operation),
  tellsOperationsApart: (requirement: string) => tellsOperationsApart({ waivers }, requirement),
});

describe('a waiver covers', () => {
  test('every finding of its requirement, and of no other', () => {
    const known = cover(waiver({ requirement: 'list/safe' }));
    expect(known.covering('list/safe', 'listPets')).toBe(0);
    expect(known.covering('list/safe', null)).toBe(0);
    expect(known.covering('list/safer', 'listPets')).toBeNull();
    expect(known.tellsOperationsApart('list/safe')).toBe(false);
  });

  test('with an operation only what answers to that one show', () => {
    const known = cover(waiver({ requirement: 'errors/body-shape', operation: 'getPet' }));
    expect(known.covering('errors/body-shape', 'getPet')).toBe(0);
    expect(known.covering('errors/body-shape', 'listPets')).toBeNull();
    expect(known.covering('errors/body-shape', null)).toBeNull();
    expect(known.tellsOperationsApart('errors/body-shape')).toBe(true);
  });

  test('to the end of its last day in UTC', () => {
    expect(cover(waiver({ expires: '2026-06-15' })).covering('list/safe', null)).toBe(0);
    expect(cover(waiver({ expires: '2026-06-14' })).covering('list/safe', null)).toBeNull();
    const nextDay = {
      waivers: [waiver({ expires: '2026-06-15' })],
      baseUrl,
      startedAt: '2026-06-16T00:00:00.000Z',
    };
    expect(coveringWaiver(nextDay, 'list/safe', null)).toBeNull();
  });

  test('only at its target', () => {
    expect(
      cover(waiver({ target: 'https://staging.example.com/v2' })).covering('list/safe', null),
    ).toBeNull();
    expect(cover(waiver({ target: 'https://*.example.com/v1' })).covering('list/safe', null)).toBe(0);
  });

  test('where an earlier one does not', () => {
    const expired = waiver({ expires: '2026-01-01' });
    expect(cover(expired, waiver({ operation: 'getPet' }), waiver()).covering('list/safe', 'listPets')).toBe(
      2,
    );
  });
});

describe('the target of a waiver', () => {
  const address = fc.stringMatching(
    /^https?:\/\/[a-z0-9.[\]:()+$^|?]{1,20}(?:\/[A-Za-z0-9._~%-]{1,8}){0,3}$/,
  );

  test('names the address that it is, whatever its characters mean elsewhere', () => {
    fc.assert(
      fc.property(address, address, (one, other) => {
        expect(namesTarget(one, one)).toBe(true);
        expect(namesTarget(`${one}/`, one)).toBe(true);
        expect(namesTarget(one, `${one}x`)).toBe(false);
        expect(namesTarget(one, other)).toBe(one === other);
      }),
    );
  });

  test('may leave any part of it open', () => {
    const cut = fc.record({ text: address, from: fc.nat(40), to: fc.nat(40) });
    fc.assert(
      fc.property(cut, ({ text, from, to }) => {
        const pattern = `${text.slice(0, from)}*${text.slice(Math.max(from, to))}`;
        expect(namesTarget(pattern, text)).toBe(true);
        expect(namesTarget(pattern, `x${text}`)).toBe(pattern.startsWith('*'));
      }),
    );
  });
});

describe('what a run says of a waiver', () => {
  const run = { baseUrl, startedAt };
  const failed = { verdict: 'failed', operations: ['listPets'], isWhole: true } as const;
  const passed = { verdict: 'passed', operations: [], isWhole: true } as const;

  test.each<[string, Partial<Waiver>, Parameters<typeof waiverOutcome>[1], object]>([
    ['used', {}, failed, { state: 'used', findings: 1, note: 'valid until the end of 2026-12-31' }],
    ['near its end', { expires: '2026-06-18' }, failed, { note: 'valid for 3 more days' }],
    ['on the day before', { expires: '2026-06-16' }, failed, { note: 'valid for 1 more day' }],
    ['on its last day', { expires: '2026-06-15' }, failed, { state: 'used', note: 'its last day is today' }],
    ['over', { expires: '2026-06-14' }, failed, { state: 'expired', findings: 1 }],
    ['not needed', {}, passed, { state: 'stale', findings: 0 }],
    ['over and not needed', { expires: '2026-06-14' }, passed, { state: 'stale' }],
    ['for another operation', { operation: 'getPet' }, failed, { state: 'stale' }],
    ['for another target', { target: 'https://other.example.com' }, failed, { state: 'undecided' }],
    ['not looked at', {}, { ...passed, verdict: 'skipped' }, { state: 'undecided' }],
    ['not decided', {}, { ...passed, verdict: 'inconclusive' }, { state: 'undecided' }],
    [
      'over and not looked at',
      { expires: '2026-06-14' },
      { ...passed, verdict: 'skipped' },
      { state: 'expired', findings: 0 },
    ],
  ])('%s', (_, changes, decided, outcome) => {
    expect(waiverOutcome(waiver(changes), decided, run)).toMatchObject(outcome);
  });

  test('in a run that did not send everything is never that it is not needed', () => {
    const less = { ...passed, isWhole: false };
    expect(waiverOutcome(waiver(), less, run)).toMatchObject({ state: 'undecided', findings: 0 });
    expect(waiverOutcome(waiver({ operation: 'getPet' }), { ...failed, isWhole: false }, run)).toMatchObject({
      state: 'undecided',
    });
    expect(waiverOutcome(waiver(), { ...failed, isWhole: false }, run)).toMatchObject({ state: 'used' });
  });
});
