import { expect, test } from 'vitest';
import { badgeGrounds, labelGround, renderBadgeJson } from '../../src/report/badge.ts';
import type { Report } from '../../src/report/report.ts';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import { waiver } from '../waivers/made-up-waiver.ts';
import { foldRun } from './folded-run.ts';
import { exchange, exchanged, faultless, found, madeReport, runStarted, undecided } from './made-up-run.ts';
import { stalledLoad } from './sample-load.ts';

const allIds = requirements.map(({ id }) => id);
const violation = [
  exchanged(exchange(900, 'list/limit-bounds-count')),
  found('list/limit-bounds-count', 900),
];
const known = waiver({ requirement: 'list/limit-bounds-count' });

function report(events: readonly RunEvent[], header: Partial<RunHeader>, ids = allIds): Report {
  return madeReport([...faultless(ids), ...events], { selected: ids, ...header });
}

const some = allIds.filter((id) => !id.startsWith('quota/'));
/** A run without a quota key. */
function withoutKey(events: readonly RunEvent[] = [], selected = allIds): Report {
  const skipped = selected
    .filter((id) => id.startsWith('quota/'))
    .map((id) => undecided(id, 'skipped', 'give --quota-key PLAN=KEY'));
  return madeReport([...faultless(some), ...events, ...skipped], { selected });
}
const load = (met: boolean): RunEvent => ({
  type: 'load',
  record: { ...stalledLoad, invalid: null, objectives: [{ rule: 'p99<1ms', value: '2 ms', met }] },
});

test.each<[string, Report, string, keyof typeof badgeGrounds]>([
  ['all held', report([], {}), 'conformant 62/62', 'good'],
  ['some not tested', withoutKey(), 'conformant 51/62, partial', 'partial'],
  ['some not selected', report([], {}, some), 'no violation in what was selected 51/51', 'partial'],
  [
    'some not selected, others skipped',
    withoutKey([], [...some, 'quota/limit-enforced']),
    'no violation in what was selected 51/52, partial',
    'partial',
  ],
  [
    'no MUST selected',
    report([], {}, ['list/never-above-100']),
    'no violation in what was selected 0/0',
    'partial',
  ],
  ['one waived', report(violation, { waivers: [known] }), 'conformant 61/62, 1 waived', 'partial'],
  ['one failed', report(violation, {}), 'not conformant 61/62', 'bad'],
  ['one failed, some not tested', withoutKey(violation), 'not conformant 50/62, partial', 'bad'],
  ['one failed, some not selected', report(violation, {}, some), 'not conformant 50/51', 'bad'],
  [
    'a stale waiver that counts',
    report([], { waivers: [known] }),
    'conformant, but a waiver is stale 62/62',
    'bad',
  ],
  ['a recording', report([], { kind: 'judge' }), 'no violation in what was recorded 62/62', 'good'],
  ['a recording of a violation', report(violation, { kind: 'judge' }), 'not conformant 61/62', 'bad'],
  ['killed', foldRun([runStarted()]), 'no verdict', 'none'],
  ['a load', report([load(true)], { kind: 'load' }), 'conformant under load', 'good'],
  [
    'a load that was too slow',
    report([load(false)], { kind: 'load' }),
    'conformant, but an objective is missed under load',
    'bad',
  ],
])('%s', (_, of, message, ground) => {
  expect(JSON.parse(renderBadgeJson(of))).toEqual({
    schemaVersion: 1,
    label: 'animal store',
    message,
    color: badgeGrounds[ground],
    labelColor: '#3b4048',
  });
});

test.each([...Object.values(badgeGrounds), labelGround])(
  'white can be read on %s (WCAG 2.2, 1.4.3)',
  (ground) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(ground.slice(at, at + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    expect(1.05 / (luminance + 0.05)).toBeGreaterThanOrEqual(4.5);
  },
);
