import { isMissed } from '../verdict/load-record.ts';
import { acrossTitle, animalsText, gapTexts, promiseText } from './across-text.ts';
import { animalsCreated, byReason, fixedAdvice, shortIds, withVerdict } from './by-verdict.ts';
import {
  deviationText,
  generatorFacts,
  isOfLoad,
  latencyFacts,
  loadFacts,
  objectiveText,
  outcomeFacts,
  ratesText,
} from './load-text.ts';
import { explanationText, grantText, overlapText, placeTexts, planLimitName } from './plan-limit-text.ts';
import type { Report, ReportDelivery, ReportRequirement } from './report.ts';
import { waiversToMind, waiverText } from './waiver-lines.ts';
import { counted, durationText, numberText } from './words.ts';

/** A part of a report as the terminal and Markdown show it. They make its texts visible, cut and escape them. */
export interface TextSection {
  readonly title: string;
  /** How many requirements or waivers it lists: `17 (13 MUST)`. */
  readonly count?: string;
  readonly entries: readonly TextEntry[];
}

export interface TextEntry {
  readonly label?: string;
  /** Ids of requirements, before the texts. */
  readonly ids?: readonly string[];
  /** Facts in one line. */
  readonly texts: readonly string[];
  readonly tone?: 'good' | 'bad' | 'warning' | 'quiet';
  /** What is less important, below it. */
  readonly details?: readonly string[];
  /** The link of its ids; `null`: none. By default the requirement on the same page. */
  readonly link?: string | null;
  /** The words by which the filter of a page finds it. */
  readonly words?: readonly string[];
}

/** Further entries of a kind are only in the other reports. */
const shown = { objectives: 8, deviations: 8, notes: 8, keys: 12, places: 20, promises: 20, output: 5 };

/** The results of a load, of measurements of plan limits, and of a restart. */
export function measuredSections(report: Report): TextSection[] {
  return [...loadSection(report), ...planLimitSection(report), ...acrossSection(report)];
}

export function loadSection(report: Report): TextSection[] {
  const { load } = report;
  if (load === null) {
    return [];
  }
  const { objectives, deviations = [], notes = [] } = load;
  const entries: TextEntry[] = [
    ...(load.invalid === null ? [] : [heldBackEntry(load.invalid)]),
    { label: 'Rate', texts: [ratesText(load)] },
    { label: 'Outcome', texts: outcomeFacts(load) },
    { label: 'Latency', texts: latencyFacts(load) },
    ...firstOf(
      objectives.map((one) => ({
        label: 'Objective',
        texts: [objectiveText(one)],
        tone: one.met ? 'good' : isMissed(one) ? 'bad' : 'warning',
      })),
      shown.objectives,
      'objective',
    ),
    ...firstOf(
      deviations.map((one) => ({ label: 'Deviation', texts: [deviationText(one)], tone: 'bad' })),
      shown.deviations,
      'finding',
    ),
    { label: 'Load', texts: loadFacts(load), tone: 'quiet' },
    { label: 'Generator', texts: generatorFacts(load), tone: 'quiet' },
    ...notes.slice(0, shown.notes).map((note) => ({ texts: [note] })),
  ];
  return [{ title: 'Load', entries }];
}

/** Does not change the verdict on the responses. */
function heldBackEntry(reason: string): TextEntry {
  return { texts: [`Latencies and rates are partly the generator's own: ${reason}.`], tone: 'warning' };
}

function planLimitSection({ planLimits }: Report): TextSection[] {
  const entries = planLimits.map((record) => ({
    texts: [`${planLimitName(record)}: ${grantText(record)}`],
    details: [explanationText(record), overlapText(record), ...placeTexts(record).slice(0, shown.places)],
  }));
  return entries.length === 0 ? [] : [{ title: 'Plan limits', entries: firstOf(entries, shown.keys, 'key') }];
}

export function acrossSection({ across }: Report): TextSection[] {
  if (across === null) {
    return [];
  }
  const { command, promises } = across;
  const hasFailed = command !== null && command.exitStatus !== 0;
  const output = hasFailed ? command.output.split('\n').filter((line) => line.trim() !== '') : [];
  const entries: TextEntry[] = [
    {
      texts: [acrossTitle(across)],
      details: output.slice(-shown.output).map((line) => `| ${line}`),
      ...(hasFailed ? { tone: 'warning' } : {}),
    },
    ...[...gapTexts(across), animalsText(across)]
      .filter((text) => text !== '')
      .map((text) => ({ texts: [text] })),
    ...firstOf(
      promises.map((promise) => ({
        ids: [promise.requirement],
        texts: [promiseText(promise)],
        tone: promise.outcome === 'violated' ? 'bad' : 'quiet',
      })),
      shown.promises,
      'result',
    ),
  ];
  return [{ title: 'Across a restart or deployment', entries }];
}

/** What a run did not decide, and what does not fail it though it is violated. */
export function undecidedSections(report: Report): TextSection[] {
  const selected = new Set(report.run.selected);
  const skipped = withVerdict(report, 'skipped').filter(({ id }) => selected.has(id));
  return [
    ...(isOfLoad(report)
      ? []
      : [
          ...reasonSection('Not tested', skipped, report),
          ...reasonSection('Inconclusive', withVerdict(report, 'inconclusive'), report),
        ]),
    ...reasonSection('Waived', withVerdict(report, 'waived'), report),
  ];
}

function reasonSection(
  title: string,
  requirements: readonly ReportRequirement[],
  report: Report,
): TextSection[] {
  const must = requirements.filter(({ level }) => level === 'MUST').length;
  // The sentence of the verdict counts these.
  const ofMust = must === requirements.length ? '' : ` (${must} MUST)`;
  const entries = byReason(requirements).map(({ reason, requirements: members }) => ({
    ids: shortIds(report, members),
    texts: [],
    details: [reason],
  }));
  return entries.length === 0 ? [] : [{ title, count: `${requirements.length}${ofMust}`, entries }];
}

/** Waivers that ask for something to be done, and what was fixed since the baseline. */
export function adviceSections(report: Report): TextSection[] {
  const waivers = waiversToMind(report);
  const fixed = report.requirements.filter(({ id }) => report.baseline?.fixed.includes(id));
  return [
    {
      title: 'Expired or stale waivers',
      count: String(waivers.length),
      entries: waivers.map((waiver): TextEntry => ({ texts: [waiverText(waiver)], tone: 'warning' })),
    },
    {
      title: 'Fixed since the baseline',
      count: String(fixed.length),
      entries:
        fixed.length === 0
          ? []
          : [{ ids: shortIds(report, fixed), texts: [], details: [fixedAdvice(report)] }],
    },
  ].filter(({ entries }) => entries.length > 0);
}

function firstOf(entries: readonly TextEntry[], most: number, noun: string): TextEntry[] {
  const more = entries.length - most;
  return more > 0
    ? [...entries.slice(0, most), { texts: [`and ${counted(more, `more ${noun}`)}: see the report`] }]
    : [...entries];
}

type Counts = ReportDelivery['byOperation'][number];

const lossWords = [
  ['dropped', 'dropped'],
  ['truncated', 'truncated'],
  ['timedOut', 'timed out'],
  ['undecodable', 'undecodable'],
  ['retried', 'retried on a new connection'],
] as const satisfies readonly (readonly [keyof Counts, string])[];

/** The transport losses by operation: `listPets: 3 dropped, 2 retried on a new connection`. */
export function deliveryTexts({ delivery }: Report): string[] {
  return delivery.byOperation.map((counts) => {
    const parts = lossWords.flatMap(([name, word]) =>
      counts[name] === 0 ? [] : [`${numberText(counts[name])} ${word}`],
    );
    return `${counts.operation ?? 'other requests'}: ${parts.join(', ')}`;
  });
}

/** The effort of a run, and how many cases it sent: `normal with 380 of 953 cases`. */
export function effortText({ effort, cases }: Report['run']): string {
  return cases === undefined || cases.all === 0
    ? effort
    : `${effort} with ${numberText(cases.sent)} of ${counted(cases.all, 'case')}`;
}

/** The requests, waits, duration and conditions of a run, one fact each. */
export function runFacts(report: Report): string[] {
  const { run, waits } = report;
  const animals = animalsCreated(report);
  const requests = counted(run.requests, 'request');
  const duration = durationText(run.durationMs);
  return [
    run.kind === 'judge'
      ? `${requests} recorded over ${duration}, nothing sent`
      : `${requests} in ${duration}`,
    ...(waits.count === 0
      ? []
      : [`${counted(waits.count, 'wait')}, ${durationText(waits.totalMs)} in total`]),
    ...(animals === 0 ? [] : [`${counted(animals, 'animal')} created (names contain ${run.tag})`]),
    ...(run.kind === undefined ? [`effort ${effortText(run)}`] : []),
    ...(run.kind === 'judge' ? [] : [`seed ${run.seed}`]),
  ];
}

/** Further errors are only in report.json. */
const errorsShown = 5;

/**
 * Problems that the verdict's sentence leaves out, each with its fix, and whether keys were masked.
 */
export function hindrances({ preflight, internalErrors, verdict, run }: Report): string[] {
  const problems = preflight.filter(({ outcome }) => outcome === 'problem');
  const leading = verdict === 'none' ? problems[0] : undefined;
  return [
    ...problems.flatMap((problem) => [
      ...(problem === leading ? [] : [problem.text]),
      ...(problem.remedy === null ? [] : [`Fix: ${problem.remedy}`]),
    ]),
    ...internalErrors
      .slice(0, errorsShown)
      .map(({ message }) => `Internal error of the suite, please report it: ${message}`),
    ...(run.kind === 'judge'
      ? preflight.flatMap(({ outcome, text }) => (outcome === 'note' ? [`Recording: ${text}`] : []))
      : []),
    ...(run.maskedSecrets === undefined
      ? []
      : [`API keys masked in ${counted(run.maskedSecrets, 'place')} of these reports.`]),
  ];
}
