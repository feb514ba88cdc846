import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import {
  exitStatus,
  failsAllTheSame,
  verdictSentence,
  verdictWord,
} from '../../src/report/verdict-sentence.ts';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import { waiver } from '../waivers/made-up-waiver.ts';
import {
  exchange,
  exchanged,
  faultless,
  found,
  functionalIds,
  madeReport,
  runFinished,
  undecided,
} from './made-up-run.ts';
import { invalidLoad, stalledLoad } from './sample-load.ts';

const allIds = requirements.map(({ id }) => id);
const mustIds = requirements.filter(({ level }) => level === 'MUST').map(({ id }) => id);
const total = mustIds.length;
const functional = mustIds.filter((id) => functionalIds.includes(id)).length;
const withoutKey = allIds
  .filter((id) => id.startsWith('quota/'))
  .map((id) => undecided(id, 'skipped', 'give --quota-key PLAN=KEY'));

function fold(events: readonly RunEvent[], header: Partial<RunHeader> = {}, end = runFinished()): Report {
  return madeReport([...events, ...withoutKey], { selected: allIds, ...header }, end);
}

const notTested = `${total - functional} not tested`;

describe('the sentence of a run of the whole catalogue', () => {
  test('says how many MUST requirements were verified, and what became of the others', () => {
    expect(verdictSentence(fold(faultless()))).toBe(
      `Conformant: ${functional} of ${total} MUST requirements verified, ${notTested}.`,
    );
    const cut = [...faultless(), undecided('get/stable', 'inconclusive', 'why')];
    expect(verdictSentence(fold(cut))).toBe(
      `Conformant: ${functional - 1} of ${total} MUST requirements verified, ${notTested}, 1 inconclusive.`,
    );
    expect(verdictWord(fold(cut))).toBe('Conformant');
    const whole = madeReport(faultless(allIds), { selected: allIds });
    expect(verdictSentence(whole)).toBe(`Conformant: all ${total} MUST requirements verified.`);
  });

  test('names what is violated and waived', () => {
    const waived = fold([...faultless(), found('list/unique-ids', 1)], {
      waivers: [waiver({ requirement: 'list/unique-ids' })],
    });
    expect(verdictSentence(waived)).toBe(
      `Conformant except what is waived: ${functional - 1} of ${total} MUST requirements verified, 1 violated and waived, ${notTested}.`,
    );
  });

  test('counts what is violated', () => {
    const failed = fold([...faultless(), found('list/unique-ids', 1)]);
    expect(verdictSentence(failed)).toBe(
      `Not conformant: 1 of ${total} MUST requirements violated, ${functional - 1} verified, ${notTested}.`,
    );
    expect(verdictWord(failed)).toBe('Not conformant');
    const early = fold(
      [...faultless(), found('list/unique-ids', 1)],
      {},
      runFinished('interrupted by the user'),
    );
    expect(verdictSentence(early)).toBe(
      `Not conformant: 1 of ${total} MUST requirements violated, ${functional - 1} verified, ${notTested}. The run ended early: more may be violated.`,
    );
  });

  test('says where SHOULD requirements count', () => {
    const events = [...faultless(), found('list/safe', 1)];
    expect(verdictSentence(fold(events, { failOn: 'should' }))).toBe(
      'Not conformant: 1 SHOULD requirement violated (--fail-on should).',
    );
    expect(verdictSentence(fold([...events, found('auth/challenge', 1)], { failOn: 'should' }))).toBe(
      'Not conformant: 2 SHOULD requirements violated (--fail-on should).',
    );
  });
});

describe('the sentence of a selection', () => {
  const selected = ['auth/missing-key', 'auth/unknown-key', 'auth/revoked-key', 'auth/challenge'];
  const some = selected.slice(0, 2);
  const selection = (events: readonly RunEvent[], header: Partial<RunHeader> = {}) =>
    madeReport(events, { selected, ...header });
  const skipped = undecided('auth/revoked-key', 'skipped', 'give --revoked-key');

  test('counts against what was selected, and does not call that conformant', () => {
    const report = selection([...faultless([...some, 'auth/challenge']), skipped]);
    expect(verdictSentence(report)).toBe(
      `No violation in what was selected: 2 of 3 selected MUST requirements hold, 1 not tested (${total - 3} not selected).`,
    );
    expect(verdictWord(report)).toBe('No violation in what was selected');
    expect(exitStatus(report)).toBe(0);
  });

  test('counts violations so too', () => {
    const events = [...faultless([...some, 'auth/challenge']), skipped];
    expect(verdictSentence(selection([...events, found('auth/missing-key', 1)]))).toBe(
      `Not conformant: 1 of 3 selected MUST requirements violated, 1 holds, 1 not tested (${total - 3} not selected).`,
    );
    const all = [...events, found('auth/missing-key', 1), found('auth/unknown-key', 1)];
    expect(verdictSentence(selection(all))).toBe(
      `Not conformant: 2 of 3 selected MUST requirements violated, 0 hold, 1 not tested (${total - 3} not selected).`,
    );
  });

  test('without a MUST requirement claims nothing of those', () => {
    const report = selection(faultless(['auth/challenge']), { selected: ['auth/challenge', 'list/safe'] });
    expect(verdictSentence(report)).toBe(
      `No violation in what was selected: 1 of 2 selected requirements decided (none of the ${total} MUST requirements selected).`,
    );
    expect(verdictWord(report)).toBe('No violation in what was selected');
  });
});

describe('without a verdict the reason comes first', () => {
  const problem = (text: string): RunEvent => ({
    type: 'preflight',
    step: { name: 'key', outcome: 'problem', text, remedy: null },
  });

  test('which is the problem of the preflight before all others', () => {
    const report = fold([problem('the key is refused.')], {}, runFinished('interrupted by the user'));
    expect(verdictSentence(report)).toBe('No verdict: the key is refused.');
    expect([verdictWord(report), exitStatus(report)]).toEqual(['No verdict', 3]);
  });

  test('or the interruption, with what was learnt', () => {
    const some = faultless(functionalIds.slice(0, 2));
    expect(verdictSentence(fold(some, {}, runFinished('interrupted by the user. ')))).toBe(
      'No verdict: interrupted by the user; 2 MUST requirements verified until then.',
    );
    expect(verdictSentence(fold(faultless(['auth/missing-key']), {}, runFinished('interrupted')))).toBe(
      'No verdict: interrupted; 1 MUST requirement verified until then.',
    );
    expect(verdictSentence(fold([], {}, runFinished('interrupted')))).toBe('No verdict: interrupted.');
  });

  test('or errors of the suite', () => {
    const error = { type: 'internal-error', requirement: null, message: 'it broke' } as const;
    expect(verdictSentence(fold([...faultless(), error]))).toBe(
      `No verdict: 1 internal error of the suite; ${functional} MUST requirements verified.`,
    );
    expect(verdictSentence(fold([error, error]))).toBe('No verdict: 2 internal errors of the suite.');
  });

  test('or that nothing was sent, received whole or decided', () => {
    expect(verdictSentence(fold([]))).toBe('No verdict: no request was sent.');
    const cut = { failure: { code: 'truncated', detail: 'cut' } } as const;
    const recorded = [
      exchanged(exchange(1, 'auth/missing-key', cut)),
      ...faultless(['auth/missing-key']).slice(2),
    ];
    expect(verdictSentence(fold(recorded, { kind: 'judge' }))).toBe(
      'No verdict: no response could be read completely; 1 MUST requirement verified.',
    );
    expect(verdictSentence(fold([exchanged(exchange(1, 'other'))], { kind: 'judge' }))).toBe(
      'No verdict: no requirement could be decided.',
    );
  });
});

test('a recording is not called conformant: it says in how many responses no violation was seen', () => {
  const report = fold(faultless(), { kind: 'judge' });
  expect(verdictSentence(report)).toBe(
    `No violation in ${report.run.requests} recorded responses: ${functional} of ${total} MUST requirements verified, ${notTested}.`,
  );
  expect(verdictWord(report)).toBe('No violation in what was recorded');
});

describe('the sentence of a load', () => {
  const loaded = (
    load: typeof stalledLoad,
    events: readonly RunEvent[] = [],
    header: Partial<RunHeader> = {},
  ) =>
    madeReport([...faultless(['responses/schema']), ...events, { type: 'load', record: load }], {
      kind: 'load',
      ...header,
    });
  const met = { ...stalledLoad, objectives: [], answered: 1_234 };

  test('speaks of answers', () => {
    const report = loaded(met);
    expect(verdictSentence(report)).toBe(
      'Conformant under load: 1,234 responses violate no MUST requirement.',
    );
    expect([verdictWord(report), failsAllTheSame(report)]).toEqual(['Conformant', false]);
    const waived = [found('list/unique-ids', 1), found('list/returns-pets', 1)];
    const one = { waivers: [waiver({ requirement: 'list/unique-ids' })] };
    const two = {
      waivers: [waiver({ requirement: 'list/unique-ids' }), waiver({ requirement: 'list/returns-pets' })],
    };
    expect(verdictSentence(loaded(met, waived.slice(0, 1), one))).toBe(
      'Conformant under load: 1,234 responses violate no MUST requirement, except 1 that is waived.',
    );
    expect(verdictSentence(loaded(met, waived, two))).toContain(', except 2 that are waived.');
    expect(verdictSentence(loaded(met, waived))).toBe(
      'Not conformant under load: 2 MUST requirements are violated.',
    );
    expect(verdictSentence(loaded(met, waived.slice(0, 1)))).toBe(
      'Not conformant under load: 1 MUST requirement is violated.',
    );
  });

  test('and of objectives, which fail it nevertheless', () => {
    const missed = { ...met, objectives: [{ rule: 'p99<1ms', value: '3 ms', met: false }] };
    const report = loaded(missed);
    expect(verdictSentence(report)).toMatch(/^Conformant under load: .*requirement\. .*p99<1ms/);
    expect([verdictWord(report), failsAllTheSame(report), exitStatus(report)]).toEqual([
      'Conformant, but an objective is missed',
      true,
      1,
    ]);
    const violated = loaded(missed, [found('list/unique-ids', 1)]);
    expect([verdictWord(violated), failsAllTheSame(violated)]).toEqual(['Not conformant', false]);
    const kept = loaded({ ...met, objectives: [{ rule: 'p99<1s', value: '3 ms', met: true }] });
    expect([failsAllTheSame(kept), exitStatus(kept)]).toEqual([false, 0]);
  });

  test('says why it is invalid', () => {
    const report = loaded(invalidLoad);
    expect(verdictSentence(report)).toMatch(
      /^No verdict: the load is invalid: [^.]+; 1 MUST requirement verified/,
    );
    expect(verdictSentence(loaded(invalidLoad, [found('list/unique-ids', 1)]))).toMatch(
      /^Not conformant under load: 1 MUST requirement is violated\. The load is invalid: [^.]+\.$/,
    );
  });
});

test('a waiver that covers nothing fails the run', () => {
  const stale = fold(faultless(), { waivers: [waiver({ requirement: 'list/unique-ids' })] });
  expect([verdictWord(stale), failsAllTheSame(stale), exitStatus(stale)]).toEqual([
    'Conformant, but a waiver is stale',
    true,
    1,
  ]);
  expect(verdictSentence(stale)).toMatch(
    /^Failed: 1 waiver covers nothing; remove it\. Conformant: .*not tested\.$/,
  );
});
