import { faults, needsMeasurement, variants } from '../../../reference-impl/index.ts';
import { numberText, shareText } from '../../../src/report/words.ts';
import { levelOf } from '../../../src/self-check/judge-trials.ts';
import type { Effort } from '../../../src/verdict/run-event.ts';
import { requirements } from '../../../suites/requirements.ts';
import { efforts, type PublishedFault, type PublishedMatrix, type PublishedOutcome } from './matrix.ts';

const introduction = `# What the suite catches

\`node scripts/publish-self-check.mjs\` writes this page from \`docs/self-check.json\`, the results of \`self-check\`. A test fails if the page does not match the fault catalogue.

A fault is one deviation from the interface document, a decorator around one part of the reference implementation. It targets one requirement and may violate others as well. It is caught if an ordinary run reports the targeted requirement. \`npx animal-store-conformance self-check --fault NAME\` repeats the trial, and \`serve --fault NAME\` serves the fault.`;

/** The published page: shares by effort, then the matrix with one row per fault. */
export function publishedPage(matrix: PublishedMatrix): string {
  const blocks = [
    introduction,
    sharesTable(matrix),
    triedText,
    variantsText(),
    '## Checks',
    checksTable(matrix),
    '## Faults',
    '● caught; ◐ caught, but another violated requirement was not reported; ✗ missed; · not tried at this effort. The targeted requirement is listed first.',
    ...groupTables(matrix),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The targeted requirement of a fault. */
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
    const misattributed = tried.filter(({ outcome }) => outcome.misattributed.length > 0);
    const share = tried.length === 0 ? '–' : shareText(caught.length / tried.length);
    return `| ${effort} | ${tried.length} of ${rows.length} | ${caught.length} | ${share} | ${misattributed.length} | ${requestsText(tried.map(({ outcome }) => outcome.requests).filter((count) => count > 0))} |`;
  });
  return table(
    ['effort', 'faults tried', 'caught', 'share', 'misattributed too', 'requests per run (median)'],
    lines,
  );
}

const triedText = `The efforts smoke and normal try every fault; the ${faults.filter(needsMeasurement).length} faults of plan limits are tried with a key that the run may exhaust. Faults that violate at most eight requirements share a service with faults that violate others, sixteen requirements in all; a fault that was not reported then was tried alone. Smoke has a key with an ample allowance here, so it sends up to 450 requests, without further animals. At smoke the service has 75 animals before the run, like a shared one, because an empty store does not show how lists are cut. A thorough run begins with the requests of a normal one. Against a fault it ends once it has reported everything that its faults violate, so its column counts requests until then, and shows misattributions until then.`;

function requestsText(counts: readonly number[]): string {
  const sorted = counts.toSorted((left, right) => left - right);
  const median = sorted[Math.floor(sorted.length / 2)];
  return median === undefined ? '–' : numberText(median);
}

function variantsText(): string {
  return `The same command also runs the suite against ${variants.length} unusual but conforming variants, each alone and in a new random mixture of about seven. Every finding there is a false positive.`;
}

function checksTable({ faults: rows }: PublishedMatrix): string {
  const normal = rows.flatMap(({ outcomes }) => (outcomes.normal === undefined ? [] : [outcomes.normal]));
  const lines = requirements
    .filter(({ level }) => level !== 'OBSERVE')
    .map(({ id, level }) => {
      const made = rows.filter(({ name }) => principalOf(name) === id).length;
      const seen = normal.filter(({ named }) => named.includes(id));
      const alone = seen.filter(({ named, misattributed }) => named.length + misattributed.length === 1);
      return `| ${id} | ${level} | ${made} | ${seen.length} | ${alone.length} |`;
    });
  return table(
    ['requirement', 'level', 'targeting faults', 'faults detected (normal)', 'detected by it alone'],
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
  const misattributed =
    outcome.misattributed.length === 0 ? '' : ` misattributed to: ${outcome.misattributed.join(', ')}`;
  const caught =
    outcome.missed.length === 0 ? '●' : effort === 'smoke' ? '◐' : `◐ ${outcome.missed.join(', ')}`;
  return `${isCaught(name, outcome) ? caught : '✗'}${misattributed}`;
}

function table(heads: readonly string[], lines: readonly string[]): string {
  return [`| ${heads.join(' | ')} |`, `|${heads.map(() => '---|').join('')}`, ...lines].join('\n');
}
