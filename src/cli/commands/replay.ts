import { resolve } from 'node:path';
import { requirements } from '../../../suites/requirements.ts';
import type { FindingToReplay, Replayed } from '../../replay/replay-findings.ts';
import { byEarliest, isViolated } from '../../report/by-verdict.ts';
import type { Report, ReportFinding, ReportRequirement } from '../../report/report.ts';
import { wrap } from '../../report/terminal/layout.ts';
import { counted, visibleLine } from '../../report/words.ts';
import type { RunOptions } from '../../suite/run-options.ts';
import type { RunArguments } from '../../verdict/run-event.ts';
import { checkArguments } from '../argument-check.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { type ConfigFile, readConfigFile } from '../configuration/config-file.ts';
import { keysFor } from '../configuration/config-target.ts';
import { interruptibly } from '../interruption.ts';
import { networkOptions } from '../options/service-options.ts';
import { baseUrl } from '../options/service-values.ts';
import { isOption, table } from '../options/table.ts';
import { onTarget, startReference } from '../reference/on-target.ts';
import { readReportFile, reportFileOf } from '../report-files/report-file.ts';
import {
  type RunSettings,
  readRunSettings,
  refuseKeyInTarget,
  runOptions,
} from '../settings/run-settings.ts';
import { Settings } from '../settings/settings.ts';
import { readTransport } from '../transport/transport-settings.ts';
import { quoted, readLocated, requireThat, UsageError } from '../usage-error.ts';
import { unknownRequirement } from './catalogue.ts';
import { runDeclaration } from './service-commands.ts';

const longestText = 400;

/** Returns 1 if any finding still fails, otherwise 3 if any is inconclusive, otherwise 0. */
export async function replayCommand(invocation: Invocation, program: Program): Promise<number> {
  const path = invocation.positionals[0] ?? '';
  const label = quoted(path);
  const report = await readReportFile(reportFileOf(resolve(program.currentFolder, path)), quoted(path));
  const findings = chosenFindings(report, invocation.positionals[1], label);
  refuseWithoutPlaces(report, findings, invocation);
  const file = await readConfigFile(invocation.options.get('config')?.[0], program.currentFolder);
  const settings = readRecordedRun(report, invocation, program, label, file);
  refuseKeyInTarget(settings);
  const selected = requirements.map((row) => row.id).filter((one) => report.run.selected.includes(one));
  const options = { ...runOptions(settings, '', { command: `${toolName} replay` }), selected };
  const start = settings.reference ? startReference : null;
  const replayed = await onTarget(options, start, program, (started) =>
    replayAll(findings, report, started, program),
  );
  program.output.write(resultText(replayed, program.output.columns()));
  return exitStatusOf(replayed);
}

/** A limit that was measured at several places may hold at one of them. Addresses for keys never come from a report. */
function refuseWithoutPlaces(
  { run }: Report,
  findings: readonly FindingToReplay[],
  { options }: Invocation,
): void {
  const hadPlaces = run.argv?.planLimits.some((word) => /^--place(?:=|$)/.test(word)) === true;
  const needsPlaces = hadPlaces && findings.some(({ requirement }) => requirement.startsWith('quota/'));
  if (needsPlaces && !options.has('place') && !options.has('base-url')) {
    throw new UsageError(
      "the plan limits were measured at several places: pass each --place again, as in the finding's Rerun line",
    );
  }
}

/** The findings of one requirement, or all, the earliest first. */
function chosenFindings(report: Report, id: string | undefined, label: string): FindingToReplay[] {
  const failing = byEarliest(
    report.requirements.filter(({ verdict, findings }) => isViolated(verdict) && findings.length > 0),
  );
  if (failing.length === 0 && id === undefined) {
    throw new UsageError(`${label} holds no finding: there is nothing to replay`);
  }
  const chosen = id === undefined ? failing : [namedRequirement(report, failing, id, label)];
  return chosen.flatMap((one) => findingsOf(one, report));
}

function namedRequirement(
  report: Report,
  failing: readonly ReportRequirement[],
  id: string,
  label: string,
): ReportRequirement {
  const found = failing.find((one) => one.id === id);
  if (found !== undefined) {
    return found;
  }
  const row = report.requirements.find((one) => one.id === id);
  requireThat(row !== undefined, unknownRequirement(id));
  const others = failing.map((one) => one.id).slice(0, 5);
  const those = others.length === 0 ? '' : `; it has findings of ${others.join(', ')}`;
  throw new UsageError(`${label} holds no finding of ${id}, which is ${row.verdict}${those}`);
}

function findingsOf({ id, findings }: ReportRequirement, report: Report): FindingToReplay[] {
  const known = report.requirements
    .map((row) => row.id)
    .filter((one) => requirements.some((row) => row.id === one));
  return findings.map((finding) => ({ requirement: id, finding, checks: checksOf(finding, id, known) }));
}

async function replayAll(
  findings: readonly FindingToReplay[],
  report: Report,
  options: RunOptions,
  program: Program,
): Promise<Replayed[]> {
  const { replayFindings } = await import('../../replay/replay-findings.ts');
  const { runSecrets } = await import('../../run/open-target.ts');
  const say = (line: string) => program.messages.write(`${visibleLine(line)}\n`);
  say(`replaying ${counted(findings.length, 'finding')} at ${options.baseUrl}`);
  const keys = new Map(runSecrets(options).map(({ value, shownAs }) => [shownAs.slice(1), value]));
  return interruptibly({ note: say, end: () => {} }, program, (signal) =>
    replayFindings(findings, { report, options, keys, signal, say }),
  );
}

const words = { 'still-fails': 'still fails', fixed: 'no longer fails', unclear: 'inconclusive' } as const;

function resultText(replayed: readonly Replayed[], columns: number): string {
  const said = (text: string) =>
    wrap(visibleLine(text).slice(0, longestText), Math.max(20, columns - 2)).join('\n  ');
  const lines = replayed.map(
    ({ requirement, outcome, text, command }) =>
      `${requirement}  ${words[outcome]}\n  ${said(text)}\n${
        command === undefined ? '' : `    ${visibleLine(command)}\n`
      }`,
  );
  return lines.join('');
}

function exitStatusOf(replayed: readonly Replayed[]): number {
  if (replayed.some(({ outcome }) => outcome === 'still-fails')) {
    return 1;
  }
  return replayed.some(({ outcome }) => outcome === 'unclear') ? 3 : 0;
}

/** Options that are never read from a report, because anyone may have written it: keys, files, and addresses. */
const neverFromReport: readonly string[] = [
  // Anyone may have written the report, and the shell would run a command.
  ...['across', 'across-timeout', 'after'],
  ...['reference', 'revoked-key', 'quota-key', 'place', 'config', 'waivers', 'baseline'],
  ...Object.keys(networkOptions),
];
const ownOptions: readonly string[] = [
  ...['api-key', 'revoked-key', 'quota-key', 'place', 'timeout'],
  ...Object.keys(networkOptions),
];

/**
 * The settings to run the checks of a report again: the arguments of its run, with the current keys. Anyone may have
 * written the report, so no key, file or folder is read from it.
 *
 * @param label the name of the report in errors
 * @param file the configuration, whose keys for this base URL apply unless others are passed
 * @throws {UsageError} if the arguments of the report can't be used, or a key is missing.
 */
export function readRecordedRun(
  { run, target }: Report,
  invocation: Invocation,
  program: Pick<Program, 'environment' | 'currentFolder'>,
  label: string,
  file: ConfigFile | null,
): RunSettings {
  const { argv = { target: target.baseUrl, checks: [], planLimits: [], wholeRun: [] } } = run;
  const address = givenAddress(invocation);
  const isReference = argv.target === '--reference' && address === undefined;
  const options = new Map([
    ...recordedOptions(argv, label),
    ...[...invocation.options].filter(([option]) => ownOptions.includes(option)),
    ['seed', [String(run.seed)]],
    ['effort', [run.effort]],
    ...(isReference ? ([['reference', ['true']]] as const) : []),
  ]);
  const baseUrl = address ?? target.baseUrl;
  const positionals = isReference ? [] : [baseUrl];
  const read: Invocation = { command: 'run', positionals, options };
  const keys = isReference ? null : keysFor(baseUrl, file, argv.target);
  const settings = new Settings(read, program.environment, keys);
  const settled = readRunSettings(settings);
  return { ...settled, ...readTransport(settings, isReference ? null : settled.baseUrl, program) };
}

/** Normalised like the base URLs of the configuration, so that equal ones match. */
function givenAddress({ options }: Invocation): string | undefined {
  const text = options.get('base-url')?.[0];
  return text === undefined ? undefined : readLocated({ value: text, label: '--base-url' }, baseUrl.parse);
}

function recordedOptions(
  { checks, planLimits }: RunArguments,
  label: string,
): (readonly [string, readonly string[]])[] {
  try {
    const { options } = checkArguments([...checks, ...planLimits], { ...runDeclaration, positionals: [] });
    return [...options].filter(([option]) => isRepeated(option) && !neverFromReport.includes(option));
  } catch (error) {
    const why = error instanceof UsageError ? `: ${error.message}` : '';
    throw new UsageError(`the arguments that ${label} holds can't be used again${why}`);
  }
}

/** Whether a replay takes an option from the report: not those for output, folders and dry runs. */
function isRepeated(option: string): boolean {
  return isOption(option) && table[option].repeated !== 'never';
}

/** The requirements whose checks reproduce a finding. */
export function checksOf({ checks }: ReportFinding, requirement: string, known: readonly string[]): string[] {
  return [...new Set([requirement, ...checks.filter((id) => known.includes(id))])];
}
