import { expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { exitStatus, verdictSentence } from '../../src/report/verdict-sentence.ts';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import {
  allIds,
  done,
  exchange,
  exchanged,
  faultless,
  foldRun,
  found,
  functionalIds,
  madeReport,
  runFinished,
  runStarted,
  undecided,
  wholeRun,
} from './made-up-run.ts';

const functionalMust = requirements
  .filter(({ id, level }) => level === 'MUST' && functionalIds.includes(id))
  .map(({ id }) => id);
const truncated = { code: 'truncated', detail: 'the connection was closed within the body' } as const;
const refused = { status: 429, headers: [], body: '{}', bodyBytes: 2, utf8: true, secretsEchoedIn: [] };

/** A run that decided these MUST requirements, and no others of those it was asked to. */
function deciding(ids: readonly string[], header: Partial<RunHeader> = {}): Report {
  const left = functionalIds.filter((id) => !ids.includes(id));
  return wholeRun([...faultless(ids), ...left.map((id) => undecided(id, 'inconclusive', 'why not'))], header);
}

const core = [
  'auth/missing-key',
  'list/returns-pets',
  'create/accepts-valid',
  'get/unknown-id',
  'errors/body-shape',
];
/** The core, and others up to so many. */
function ofCount(count: number): string[] {
  return [...core, ...functionalMust.filter((id) => !core.includes(id))].slice(0, count);
}
const without = (groups: RegExp) => functionalMust.filter((id) => !groups.test(id));
const needed = Math.ceil(functionalMust.length * 0.67);

/** The first ten, the others left out for want of an option, or by a budget. */
function cutOff(by: { readonly budget?: true }): Report {
  const early = functionalIds.slice(0, 10);
  const late = functionalIds.filter((id) => !early.includes(id));
  const left = late.map((id) => ({ ...undecided(id, 'skipped', 'used up'), ...by }) as RunEvent);
  return wholeRun([...faultless(early), ...left], { selected: functionalIds });
}

/** One requirement of errors, by one response. */
function byResponse(changes: Parameters<typeof exchange>[2]): Report {
  const own = exchanged(exchange(2, 'get/unknown-id', changes));
  const events = [exchanged(exchange(1, 'auth/missing-key')), own, ...done('get/unknown-id')];
  return wholeRun(events, { selected: ['get/unknown-id'] });
}

const responses = (changes: Parameters<typeof exchange>[2], count: number, from = 100) =>
  Array.from({ length: count }, (_, index) => exchanged(exchange(from + index, 'list/safe', changes)));
const good = responses({}, 9, 1);
const silent = { response: null, failure: { code: 'timeout', detail: 'no answer within 10 s' } } as const;
const stopped = { response: null, failure: { code: 'interrupted', detail: 'stopped' } } as const;
const [firstMust = '', ...otherMust] = functionalMust;
const oneCut = [
  ...good,
  undecided('list/unique-ids', 'inconclusive', 'the list is cut'),
  ...functionalMust
    .filter((id) => id !== 'list/unique-ids')
    .map((id) => undecided(id, 'skipped', 'left out')),
];

const reports: Readonly<Record<string, Report>> = {
  'everything decided that needs no option': wholeRun(faultless()),
  'the least share': deciding(ofCount(needed)),
  'one less than the least share': deciding(ofCount(needed - 1)),
  'a share of 9 % wanted': deciding(core, { minDecided: 0.09 }),
  'a share of 10 % wanted': deciding(core, { minDecided: 0.1 }),
  'no share wanted, and the core decided': deciding(core, { minDecided: 0 }),
  'no share wanted, and a part of the core missing': deciding(core.slice(0, -1), { minDecided: 0 }),
  'no share wanted, and two parts missing': deciding(without(/^(?:get|errors)\//), { minDecided: 0.2 }),
  'skipped without an option': cutOff({}),
  'skipped by a budget': cutOff({ budget: true }),
  'a share of 1 wanted': wholeRun(faultless(), { minDecided: 1 }),
  'a share of 1 of one requirement': madeReport(faultless(['auth/missing-key']), {
    selected: ['auth/missing-key'],
    minDecided: 1,
  }),
  'a share of 1, all decided': madeReport(faultless(allIds), { selected: allIds, minDecided: 1 }),
  ...Object.fromEntries(
    ['auth', 'list', 'create', 'get', 'errors'].map((group) => [
      `nothing of ${group}/ decided`,
      deciding(without(new RegExp(`^${group}/`))),
    ]),
  ),
  'one requirement, a whole response': byResponse({}),
  'one requirement, a truncated response': byResponse({ failure: truncated }),
  'one requirement, a 429': byResponse({ response: refused }),
  'one requirement, a 503': byResponse({ response: { ...refused, status: 503 } }),
  'one requirement, a 500': byResponse({ response: { ...refused, status: 500 } }),
  'one requirement, a 404': byResponse({ response: { ...refused, status: 404 } }),
  'mostly truncated': wholeRun([...good, ...responses({ failure: truncated }, 40)]),
  'some 429': wholeRun([...good, ...responses({ response: refused }, 3)]),
  'some 500': wholeRun([...good, ...responses({ response: { ...refused, status: 500 } }, 3)]),
  'most without a response': wholeRun([
    ...good,
    ...responses({ response: refused }, 3),
    ...responses(silent, 4, 300),
  ]),
  'undecided for one common reason': wholeRun([
    ...good,
    undecided(firstMust, 'inconclusive', 'a rare reason'),
    ...otherMust.map((id) => undecided(id, 'inconclusive', 'the common one')),
  ]),
  'undecided beside few 429': wholeRun([...oneCut, ...responses({ response: refused }, 2)]),
  'undecided beside more 429': wholeRun([...oneCut, ...responses({ response: refused }, 3)]),
  'undecided beside interrupted requests': wholeRun([...oneCut, ...responses(stopped, 30)]),
};

test('how much was decided, and why not more', () => {
  const texts = Object.entries(reports).map(([name, report]) => {
    const { decided, required, minDecided, core: parts = [] } = report.coverage ?? {};
    const missing = parts.filter((one) => !one.decided).map(({ part }) => part);
    const core = missing.length === 0 ? '' : `, without ${missing.join(', ')}`;
    return `${name}: ${decided} of ${required} (${minDecided})${core}, status ${exitStatus(report)}\n  ${verdictSentence(report)}`;
  });
  expect(texts.join('\n')).toMatchSnapshot();
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
