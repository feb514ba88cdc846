import { describe, expect, test } from 'vitest';
import { foldRun } from '../../src/report/fold.ts';
import type { Report } from '../../src/report/report.ts';
import { exitStatus, verdictSentence } from '../../src/report/verdict-sentence.ts';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import {
  done,
  exchange,
  exchanged,
  faultless,
  found,
  functionalIds,
  madeReport,
  runFinished,
  runStarted,
  undecided,
} from './made-up-run.ts';

const allIds = requirements.map(({ id }) => id);
const mustIds = requirements.filter(({ level }) => level === 'MUST').map(({ id }) => id);
const functionalMust = mustIds.filter((id) => functionalIds.includes(id));
const total = mustIds.length;
const leftIn = functionalMust.length;
const needed = Math.ceil(leftIn * 0.67);
const withoutKey = allIds
  .filter((id) => id.startsWith('quota/'))
  .map((id) => undecided(id, 'skipped', 'give --quota-key PLAN=KEY'));
const truncated = { code: 'truncated', detail: 'the connection was closed within the body' } as const;
const refused = { status: 429, headers: [], body: '{}', bodyBytes: 2, utf8: true, secretsEchoedIn: [] };

function fold(events: readonly RunEvent[], header: Partial<RunHeader> = {}): Report {
  return madeReport([...events, ...withoutKey], { selected: allIds, ...header });
}

/** A run that decided these MUST requirements, and no others of those it was asked to. */
function deciding(ids: readonly string[], header: Partial<RunHeader> = {}): Report {
  const left = functionalIds.filter((id) => !ids.includes(id));
  return fold([...faultless(ids), ...left.map((id) => undecided(id, 'inconclusive', 'why not'))], header);
}

describe('the share of what the options leave in', () => {
  test('is what is decided of the MUST requirements that were selected and not skipped', () => {
    const { coverage, verdict } = fold(faultless());
    expect(coverage).toMatchObject({ required: leftIn, decided: leftIn, minDecided: 0.67, shortfall: null });
    expect(verdict).toBe('conformant');
  });

  test.each([
    [needed - 1, 'none', 3],
    [needed, 'conformant', 0],
  ] as const)('with %i the verdict is %s', (count, verdict, status) => {
    const part = ['auth/missing-key', 'list/returns-pets', 'create/accepts-valid', 'get/unknown-id'];
    const core = [...part, 'errors/body-shape'];
    const others = functionalMust.filter((id) => !core.includes(id));
    const report = deciding([...core, ...others.slice(0, count - core.length)]);
    expect([report.coverage?.decided, report.verdict, exitStatus(report)]).toEqual([count, verdict, status]);
  });

  test('is the first reason, with what most of the undecided ones share', () => {
    const report = deciding(functionalMust.slice(0, 9));
    expect(verdictSentence(report)).toBe(
      `No verdict: ${leftIn - 9} requirements were not decided: why not; 9 of ${leftIn} MUST requirements were decided, ${needed} are needed (--min-decided 0.67).`,
    );
  });

  test('can be set, and be none at all', () => {
    const core = ['auth/missing-key', 'list/returns-pets', 'create/accepts-valid', 'get/unknown-id'];
    const some = [...core, 'errors/body-shape'];
    expect(deciding(some, { minDecided: 0.09 }).verdict).toBe('conformant');
    expect(deciding(some, { minDecided: 0.1 }).verdict).toBe('none');
    expect(deciding(some, { minDecided: 0 }).verdict).toBe('conformant');
    expect(deciding(core, { minDecided: 0 }).verdict).toBe('none');
  });

  test('leaves out what was skipped for want of an option, not what the budget cut off', () => {
    const early = functionalIds.slice(0, 10);
    const cut = (budget: boolean) =>
      functionalIds
        .filter((id) => !early.includes(id))
        .map((id) => ({ ...undecided(id, 'skipped', 'used up'), ...(budget ? { budget: true } : {}) }));
    const header = { selected: functionalIds };
    const required = mustIds.filter((id) => early.includes(id)).length;
    expect(fold([...faultless(early), ...cut(false)] as RunEvent[], header).coverage).toMatchObject({
      required,
      decided: required,
      shortfall: null,
    });
    expect(fold([...faultless(early), ...cut(true)] as RunEvent[], header)).toMatchObject({
      verdict: 'none',
      coverage: { required: leftIn, decided: required },
    });
  });
});

describe('a share of 1', () => {
  test('asks for all that was selected, whatever it needs', () => {
    const report = fold(faultless(), { selected: allIds, minDecided: 1 });
    expect(report.coverage).toMatchObject({ required: total, decided: leftIn, minDecided: 1 });
    expect(verdictSentence(report)).toBe(
      `No verdict: ${total - leftIn} requirements were not decided: give --quota-key PLAN=KEY; ${leftIn} of ${total} MUST requirements were decided, ${total} are needed (--min-decided 1).`,
    );
    const one = madeReport(faultless(['auth/missing-key']), {
      selected: ['auth/missing-key'],
      minDecided: 1,
    });
    expect(one.coverage).toMatchObject({ required: 1, decided: 1 });
    const complete = madeReport(faultless(allIds), { selected: allIds, minDecided: 1 });
    expect([exitStatus(complete), verdictSentence(complete)]).toEqual([
      0,
      `Conformant: all ${total} MUST requirements verified.`,
    ]);
  });
});

describe('the core', () => {
  const groups = {
    authentication: 'auth/',
    list: 'list/',
    create: 'create/',
    get: 'get/',
    'error bodies': 'errors/',
  };

  test.each(Object.entries(groups))('needs a decided requirement of %s', (part, prefix) => {
    const report = deciding(functionalMust.filter((id) => !id.startsWith(prefix)));
    expect(report.coverage?.core).toContainEqual({ part, decided: false });
    expect(report.coverage?.core.filter(({ decided }) => !decided)).toHaveLength(1);
    expect(report.verdict).toBe('none');
    const few = deciding(
      functionalMust.filter((id) => !id.startsWith(prefix)),
      { minDecided: 0.2 },
    );
    expect(verdictSentence(few)).toContain(
      `not decided: why not; no whole response decided a MUST requirement of ${part}.`,
    );
  });

  test('names every part that is missing', () => {
    const few = functionalMust.filter((id) => !/^(?:get|errors)\//.test(id));
    expect(verdictSentence(deciding(few, { minDecided: 0.2 }))).toMatch(
      /no whole response decided a MUST requirement of get or error bodies\.$/,
    );
  });

  test('is decided by a whole response of the service alone', () => {
    const selected = ['get/unknown-id'];
    const answered = (changes: Parameters<typeof exchange>[2]) =>
      fold(
        [
          exchanged(exchange(1, 'auth/missing-key')),
          exchanged(exchange(2, 'get/unknown-id', changes)),
          ...done('get/unknown-id'),
        ],
        { selected },
      ).verdict;
    expect(answered({})).toBe('conformant');
    expect(answered({ failure: truncated })).toBe('none');
    expect(answered({ response: refused })).toBe('none');
    expect(answered({ response: { ...refused, status: 503 } })).toBe('none');
    expect(answered({ response: { ...refused, status: 500 } })).toBe('none');
    expect(answered({ response: { ...refused, status: 404 } })).toBe('conformant');
  });
});

describe('why too little was decided', () => {
  const answers = (changes: Parameters<typeof exchange>[2], count: number, from = 100) =>
    Array.from({ length: count }, (_, index) => exchanged(exchange(from + index, 'list/safe', changes)));
  const cause = (events: readonly RunEvent[]) => fold(events).coverage?.shortfall?.split(';')[0];

  test('is what was wrong with most responses', () => {
    const good = answers({}, 8, 1);
    expect(cause([...good, ...answers({ failure: truncated }, 40)])).toBe(
      '40 of 48 responses were unreadable (the connection was closed within the body)',
    );
    expect(cause([...good, ...answers({ response: refused }, 3)])).toBe(
      '3 of 11 responses were 429 Too Many Requests',
    );
    expect(cause([...good, ...answers({ response: { ...refused, status: 500 } }, 2)])).toBe(
      '2 of 10 responses were 5xx server errors',
    );
    const silent = { response: null, failure: { code: 'timeout', detail: 'no answer within 10 s' } } as const;
    expect(cause([...good, ...answers({ response: refused }, 3), ...answers(silent, 4, 300)])).toBe(
      '4 of 15 requests got no response (no answer within 10 s)',
    );
  });

  test('is the reason that most of the undecided ones share', () => {
    const [first = '', ...others] = functionalMust;
    const events = [
      ...answers({}, 9, 1),
      undecided(first, 'inconclusive', 'a rare reason'),
      ...others.map((id) => undecided(id, 'inconclusive', 'the common one')),
    ];
    expect(cause(events)).toBe(`${others.length} requirements were not decided: the common one`);
  });

  test('is another one where those are rare, or were interrupted', () => {
    const stopped = { response: null, failure: { code: 'interrupted', detail: 'stopped' } } as const;
    const reason = undecided('list/unique-ids', 'inconclusive', 'the list is cut');
    const rest = functionalMust
      .filter((id) => id !== 'list/unique-ids')
      .map((id) => undecided(id, 'skipped', 'left out'));
    const good = [...answers({}, 9, 1), reason, ...rest];
    expect(cause([...good, ...answers({ response: refused }, 2)])).toBe(
      '1 requirement was not decided: the list is cut',
    );
    expect(cause([...good, ...answers(stopped, 30)])).toBe('1 requirement was not decided: the list is cut');
    expect(cause([...good, ...answers({ response: refused }, 3)])).toContain('429');
  });
});

test('a proven failure ends in 1, whatever happened afterwards', () => {
  const failed = [...faultless(functionalIds.slice(0, 4)), found('list/unique-ids', 1)];
  const error = { type: 'internal-error', requirement: null, message: 'it broke' } as const;
  const ends: RunEvent[][] = [
    [runFinished()],
    [runFinished('interrupted by the user')],
    [runFinished('the service stopped responding: the last 3 requests got no response')],
    [error, runFinished()],
    [],
  ];
  for (const end of ends) {
    const report = foldRun([runStarted(), ...failed, ...end]);
    expect([report.verdict, exitStatus(report)]).toEqual(['non-conformant', 1]);
  }
});
