import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { missingPromtool, promtool } from '../../report/metrics/promtool.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { alertsFile } from './expressions.ts';

const folder = temporaryFolder();

/** Without annotations, which promtool would compare. */
const bareRules = join(folder, 'rules.yaml');
writeFileSync(
  bareRules,
  JSON.stringify(parse(readFileSync(alertsFile, 'utf8')), (key, value) =>
    key === 'annotations' ? undefined : value,
  ),
);

interface Scenario {
  /** Values by series, one every 10 minutes; `_` for none. */
  readonly series: Readonly<Record<string, string>>;
  readonly at: string;
  /** The labels of each alert that fires then. */
  readonly alerts: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
}

const names = [
  'AnimalStoreNotConformant',
  'AnimalStoreRequirementViolated',
  'AnimalStorePlanLimitViolated',
  'AnimalStoreNoVerdict',
  'AnimalStoreNoRun',
] as const;
const severities: Readonly<Record<string, string>> = { AnimalStoreNotConformant: 'critical' };

const verdict = (word: string) => `animal_store_run_verdict{instance="staging",verdict="${word}"}`;
const held = (requirement: string, level = 'MUST') =>
  `animal_store_requirement_held{instance="staging",requirement="${requirement}",level="${level}"}`;
const waived = (requirement: string) =>
  `animal_store_requirement_waived{instance="staging",requirement="${requirement}",level="MUST"}`;
const lastRun = 'animal_store_last_run_timestamp_seconds{instance="staging"}';
const limit = { instance: 'staging', requirement: 'list/limit-bounds-count', level: 'MUST' };

/** One run an hour whose metrics were pushed: one sample each. */
const hourly = (value: number) => Array.from({ length: 30 }, () => `${value} _ _ _ _ _`).join(' ');
const times = Array.from({ length: 30 }, (_, hour) => `${hour * 3_600} _ _ _ _ _`).join(' ');

const scenarios: Readonly<Record<string, Scenario>> = {
  'a service that conforms': {
    series: {
      [verdict('conformant')]: hourly(1),
      [verdict('non-conformant')]: hourly(0),
      [verdict('none')]: hourly(0),
      [held('list/limit-bounds-count')]: hourly(1),
      [held('auth/challenge', 'SHOULD')]: hourly(0),
      [lastRun]: times,
    },
    at: '5h50m',
    alerts: {},
  },
  'a violated requirement, in between two runs': {
    series: {
      [verdict('conformant')]: hourly(0),
      [verdict('non-conformant')]: hourly(1),
      [verdict('none')]: hourly(0),
      [held('list/limit-bounds-count')]: hourly(0),
      [held('quota/limit-enforced')]: hourly(0),
      [lastRun]: times,
    },
    at: '5h50m',
    alerts: {
      AnimalStoreNotConformant: [{ instance: 'staging', verdict: 'non-conformant' }],
      AnimalStoreRequirementViolated: [limit],
      AnimalStorePlanLimitViolated: [{ ...limit, requirement: 'quota/limit-enforced' }],
    },
  },
  'violations that waivers accept': {
    series: {
      [held('list/limit-bounds-count')]: hourly(0),
      [waived('list/limit-bounds-count')]: hourly(1),
      [held('quota/limit-enforced')]: hourly(0),
      [waived('quota/limit-enforced')]: hourly(1),
      [lastRun]: times,
    },
    at: '5h50m',
    alerts: {},
  },
  'plan limits that were measured at night': {
    series: { [held('quota/limit-enforced')]: '0', [lastRun]: times },
    at: '20h',
    alerts: { AnimalStorePlanLimitViolated: [{ ...limit, requirement: 'quota/limit-enforced' }] },
  },
  'one run without a verdict': {
    series: { [verdict('none')]: '0 _ _ _ _ _ 1', [lastRun]: times },
    at: '1h10m',
    alerts: {},
  },
  'no verdict for hours': {
    series: { [verdict('none')]: hourly(1), [lastRun]: times },
    at: '5h50m',
    alerts: { AnimalStoreNoVerdict: [{ instance: 'staging', verdict: 'none' }] },
  },
  'runs that ended, of metrics that were pushed': {
    series: { [verdict('conformant')]: '1', [lastRun]: '60' },
    at: '4h',
    alerts: { AnimalStoreNoRun: [{ instance: 'staging' }, {}] },
  },
  'runs that ended, of a file that stays': {
    series: { [verdict('conformant')]: '1x60', [lastRun]: '60x60' },
    at: '4h',
    alerts: { AnimalStoreNoRun: [{ instance: 'staging' }] },
  },
  'no run at all': { series: {}, at: '4h', alerts: { AnimalStoreNoRun: [{}] } },
};

describe.skipIf(missingPromtool)('the alert rules', () => {
  test('are valid', () => {
    const { status, stdout } = promtool(['check', 'rules', alertsFile]);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`SUCCESS: ${names.length} rules found`)]);
  });

  test.each(Object.entries(scenarios))('%s', (_name, { series, at, alerts }) => {
    const file = join(folder, 'scenario.yaml');
    const scenario = {
      interval: '10m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: names.map((alertname) => ({
        alertname,
        eval_time: at,
        exp_alerts: (alerts[alertname] ?? []).map((labels) => ({
          exp_labels: { ...labels, severity: severities[alertname] ?? 'warning' },
        })),
      })),
    };
    writeFileSync(
      file,
      JSON.stringify({ rule_files: [bareRules], evaluation_interval: '10m', tests: [scenario] }),
    );
    const { status, stdout, stderr } = promtool(['test', 'rules', file]);
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});
