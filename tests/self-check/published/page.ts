import { faults, needsMeasurement, variants } from '../../../reference-impl/index.ts';
import { numberText, shareText } from '../../../src/report/number-text.ts';
import { levelOf } from '../../../src/self-check/judge-trials.ts';
import type { Effort } from '../../../src/verdict/run-event.ts';
import { requirements } from '../../../suites/requirements.ts';
import { efforts, type PublishedFault, type PublishedMatrix, type PublishedOutcome } from './matrix.ts';

const introduction = `# What the suite catches

Written by \`node scripts/publish-self-check.mjs\` from \`docs/self-check.json\`, which \`self-check\` fills; a test fails where it is not what the catalogue of faults says any more.

A fault is one deviation from the interface document, a decorator around one part of the reference implementation. It was made for one requirement and may violate others as well. It is caught where a run, as anybody would make it, names the requirement that it was made for. \`npx animal-store-conformance self-check --fault NAME\` shows it again, and \`serve --fault NAME\` serves it.`;

/** The page that is published: shares by effort, then the matrix with a row a fault. */
export function publishedPage(matrix: PublishedMatrix): string {
  const blocks = [
    introduction,
    sharesTable(matrix),
    triedText,
    variantsText(),
    '## Checks',
    checksTable(matrix),
    '## Faults',
    '● caught; ◐ caught, but one more requirement that it violates was not named; ✗ missed; · not tried at this effort. The requirement that the fault was made for comes first.',
    ...groupTables(matrix),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The requirement that a fault was made for. */
function principalOf(name: string): string {
  return faults.find((fault) => fault.name === name)?.violates[0] ?? '';
}

function isCaught(name: string, outcome: PublishedOutcome): boolean {
  return outcome.named.includes(principalOf(name));
}

function sharesTable({ faults: rows }: PublishedMatrix): string {
  const lines = efforts.map((effort) => {
    const tried = rows.flatMap(({ name, outcomes }) => {
      const outcome = outcomes[effort];
      return outcome === undefined ? [] : [{ name, outcome }];
    });
    const caught = tried.filter(({ name, outcome }) => isCaught(name, outcome));
    const strays = tried.filter(({ outcome }) => outcome.stray.length > 0);
    const share = tried.length === 0 ? '–' : shareText(caught.length / tried.length);
    return `| ${effort} | ${tried.length} of ${rows.length} | ${caught.length} | ${share} | ${strays.length} | ${requestsText(tried.map(({ outcome }) => outcome.requests))} |`;
  });
  return table(
    ['effort', 'faults tried', 'caught', 'share', 'blamed elsewhere too', 'requests a run (median)'],
    lines,
  );
}

const triedText = `At normal every fault is tried. At smoke those of the plan limits are not: ${faults.filter(needsMeasurement).length} faults that only show where \`--quota-key\` is given, and whose limits any effort measures alike; and the service has 75 animals before the run, as a shared one has, since in an empty store nothing shows how lists are cut. At thorough only a few are, for a run sends thousands of requests; the tables say which.`;

function requestsText(counts: readonly number[]): string {
  const sorted = counts.toSorted((left, right) => left - right);
  const median = sorted[Math.floor(sorted.length / 2)];
  return median === undefined ? '–' : numberText(median);
}

function variantsText(): string {
  return `The same command tries the suite on ${variants.length} variants that are unusual and conform, and on mixtures of many of them at once, drawn anew each time: whatever is held against one of these is a mistake of the suite.`;
}

function checksTable({ faults: rows }: PublishedMatrix): string {
  const normal = rows.flatMap(({ outcomes }) => (outcomes.normal === undefined ? [] : [outcomes.normal]));
  const lines = requirements
    .filter(({ level }) => level !== 'OBSERVE')
    .map(({ id, level }) => {
      const made = rows.filter(({ name }) => principalOf(name) === id).length;
      const seen = normal.filter(({ named }) => named.includes(id));
      const alone = seen.filter(({ named, stray }) => named.length + stray.length === 1);
      return `| ${id} | ${level} | ${made} | ${seen.length} | ${alone.length} |`;
    });
  return table(
    ['requirement', 'level', 'faults made for it', 'seen by it (normal)', 'seen by it alone'],
    lines,
  );
}

function groupTables({ faults: rows }: PublishedMatrix): string[] {
  const groups = [...new Set(rows.map(groupOf))];
  return groups.flatMap((group) => [
    `### ${group}`,
    table(['fault', 'violates', ...efforts], rows.filter((row) => groupOf(row) === group).map(faultLine)),
  ]);
}

function groupOf({ name }: PublishedFault): string {
  return principalOf(name).split('/')[0] ?? '';
}

function faultLine({ name, outcomes }: PublishedFault): string {
  const fault = faults.find((candidate) => candidate.name === name);
  const cells = efforts.map((effort) => sign(name, outcomes[effort], effort));
  const violates = fault?.violates.map((id) => (levelOf(id) === 'MUST' ? id : `${id} (SHOULD)`)) ?? [];
  return `| ${name} | ${violates.join(', ')} | ${cells.join(' | ')} |`;
}

function sign(name: string, outcome: PublishedOutcome | undefined, effort: Effort): string {
  if (outcome === undefined) {
    return '·';
  }
  const stray = outcome.stray.length === 0 ? '' : ` blamed: ${outcome.stray.join(', ')}`;
  const caught =
    outcome.missed.length === 0 ? '●' : effort === 'smoke' ? '◐' : `◐ ${outcome.missed.join(', ')}`;
  return `${isCaught(name, outcome) ? caught : '✗'}${stray}`;
}

function table(heads: readonly string[], lines: readonly string[]): string {
  return [`| ${heads.join(' | ')} |`, `|${heads.map(() => '---|').join('')}`, ...lines].join('\n');
}
