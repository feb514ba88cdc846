import { expect, test } from 'vitest';
import { renderBadgeJson } from '../../src/report/artifacts/badge.ts';
import type { Report } from '../../src/report/report.ts';
import { exitStatus, toneOf, verdictSentence, verdictWord } from '../../src/report/verdict-sentence.ts';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import { waiver } from '../waivers/made-up-waiver.ts';
import {
  allIds,
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
import { invalidLoad, stalledLoad } from './sample-load.ts';

const waived = (...ids: string[]) => ({ waivers: ids.map((requirement) => waiver({ requirement })) });
const violated = (...ids: string[]) => ids.map((id) => found(id, 1));
const interrupted = runFinished('interrupted by the user. ');
const problem: RunEvent = {
  type: 'preflight',
  step: { name: 'key', outcome: 'problem', text: 'the key is refused.', remedy: null },
};
const error: RunEvent = { type: 'internal-error', requirement: null, message: 'it broke' };

const selected = ['auth/missing-key', 'auth/unknown-key', 'auth/revoked-key', 'auth/challenge'];
const ofSelection = [
  ...faultless(['auth/missing-key', 'auth/unknown-key', 'auth/challenge']),
  undecided('auth/revoked-key', 'skipped', 'give --revoked-key'),
];
const selection = (...ids: string[]) => madeReport([...ofSelection, ...violated(...ids)], { selected });

const cut = exchanged(exchange(1, 'auth/missing-key', { failure: { code: 'truncated', detail: 'cut' } }));
const { response } = exchange(1, 'x');
const emptyBody = { response: response === null ? null : { ...response, body: '' } };
const judged = (...events: readonly RunEvent[]) => wholeRun(events, { kind: 'judge' });

const met = { ...stalledLoad, objectives: [], answered: 1_234 };
const objective = { rule: 'p99<1ms', value: '3 ms', met: false };
const load = (
  record: typeof stalledLoad,
  events: readonly RunEvent[] = [],
  header: Partial<RunHeader> = {},
) =>
  madeReport([...faultless(['responses/schema']), ...events, { type: 'load', record }], {
    kind: 'load',
    ...header,
  });
const two = ['list/unique-ids', 'list/returns-pets'];

const reports: Readonly<Record<string, Report>> = {
  'nothing violated': wholeRun(faultless()),
  'some skipped in a selection of most': madeReport(
    [...faultless(), undecided('quota/limit-enforced', 'skipped', 'give --quota-key PLAN=KEY')],
    { selected: [...functionalIds, 'quota/limit-enforced'] },
  ),
  'one inconclusive': wholeRun([...faultless(), undecided('get/stable', 'inconclusive', 'why')]),
  'every requirement decided': madeReport(faultless(allIds), { selected: allIds }),
  'one violated and waived': wholeRun(
    [...faultless(), ...violated('list/unique-ids')],
    waived('list/unique-ids'),
  ),
  'a stale waiver': wholeRun(faultless(), waived('list/unique-ids')),
  'one violated': wholeRun([...faultless(), ...violated('list/unique-ids')]),
  'one violated, interrupted': wholeRun([...faultless(), ...violated('list/unique-ids')], {}, interrupted),
  'a SHOULD that fails': wholeRun([...faultless(), ...violated('list/safe')], { failOn: 'should' }),
  'two SHOULD that fail': wholeRun([...faultless(), ...violated('list/safe', 'auth/challenge')], {
    failOn: 'should',
  }),
  'a selection': selection(),
  'a selection, one violated': selection('auth/missing-key'),
  'a selection, two violated': selection('auth/missing-key', 'auth/unknown-key'),
  'a selection without a MUST': madeReport(faultless(['auth/challenge']), {
    selected: ['auth/challenge', 'list/safe'],
  }),
  'a SHOULD that does not count': wholeRun([...faultless(), ...violated('list/safe')]),
  'a problem of the preflight': wholeRun([...faultless(), problem]),
  'a problem of the preflight, interrupted': wholeRun([problem], {}, interrupted),
  interrupted: wholeRun([], {}, interrupted),
  'interrupted, one verified': wholeRun(faultless(['auth/missing-key']), {}, interrupted),
  'interrupted, two verified': wholeRun(faultless(functionalIds.slice(0, 2)), {}, interrupted),
  'an internal error': wholeRun([...faultless(), error]),
  'two internal errors': wholeRun([error, error]),
  'nothing sent': wholeRun([]),
  killed: foldRun([runStarted()]),
  'a recording': judged(...faultless()),
  'a recording, nothing readable': judged(cut, ...faultless(['auth/missing-key']).slice(2)),
  'a recording, nothing complete': judged(
    exchanged(exchange(1, 'auth/missing-key', emptyBody)),
    ...faultless(['auth/missing-key']).slice(2),
  ),
  'a recording, no MUST decided': judged(...faultless(['store/orders'])),
  'a recording, nothing decided': judged(exchanged(exchange(1, 'other'))),
  'a load': load(met),
  'a load, one violated': load(met, violated('list/unique-ids')),
  'a load, two violated': load(met, violated(...two)),
  'a load, one waived': load(met, violated('list/unique-ids'), waived('list/unique-ids')),
  'a load, two waived': load(met, violated(...two), waived(...two)),
  'a load, an objective missed': load({ ...met, objectives: [objective] }),
  'a load, an objective missed and one violated': load(
    { ...met, objectives: [objective] },
    violated('list/unique-ids'),
  ),
  'a load, an objective met': load({ ...met, objectives: [{ ...objective, met: true }] }),
  'a load that its generator held back': load(invalidLoad),
  'a load that its generator held back, one violated': load(invalidLoad, violated('list/unique-ids')),
};

test('the verdict of a report in words', () => {
  const texts = Object.entries(reports).map(([name, report]) => {
    const status = `${exitStatus(report)}${toneOf(report) === 'failed' ? ', although nothing is violated' : ''}`;
    const { message, color } = JSON.parse(renderBadgeJson(report));
    const badge = `badge: ${message}, ${color}`;
    return `${name} (status ${status})\n  ${verdictWord(report)}\n  ${verdictSentence(report)}\n  ${badge}`;
  });
  expect(texts.join('\n\n')).toMatchSnapshot();
});
