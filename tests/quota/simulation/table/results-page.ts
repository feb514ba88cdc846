import { brokenLimiters } from '../catalogue/broken-limiters.ts';
import {
  type CorrectFamily,
  correctLimiters,
  limitersInSteps,
  steadyFamilies,
  steppedFamilies,
} from '../catalogue/correct-limiters.ts';
import type { BrokenLimiter } from '../catalogue/simulated-limiter.ts';
import { foreignRates } from './all-series.ts';
import { type PlacesTally, type PowerTally, placesCount } from './places.ts';
import { leastCaught } from './shortcomings.ts';
import type { Tally } from './tally.ts';

const figures = [60, 300, 1000] as const;

/** The measurements with bursts to several places. */
export interface PlacesResults {
  readonly falsePositives: PlacesTally;
  readonly power: readonly PowerTally[];
}

/**
 * The results of all measurements in Markdown. @param places `null`: they were not measured
 *
 * @public for scripts/simulate-limiters.mjs
 */
export function resultsPage(tallies: readonly Tally[], places: PlacesResults | null): string {
  return [
    summary(tallies),
    correctTable(tallies),
    foreignTable(tallies),
    brokenTable(tallies),
    ...(places === null ? [] : [placesTable(places)]),
    limits(),
    details(tallies),
  ].join('\n\n');
}

function summary(tallies: readonly Tally[]): string {
  const correct = [...correctLimiters, ...limitersInSteps];
  const runs = correct.flatMap(({ name }) => figures.flatMap((figure) => find(tallies, name, figure, 0)));
  const claimed = brokenLimiters.filter(({ undecidable }) => undecidable === null);
  return `# Plan-limit verdicts, simulated

**${sum(runs.map((tally) => tally.runs))} measurements of ${correct.length} correct limiters: ${sum(runs.map(({ flagged }) => flagged))} false positives.** ${claimed.length} of ${brokenLimiters.length} broken limiters
are each detected in at least ${leastCaught * 100} % of the measurements at 60 requests per minute, under the requirement that they
violate; the others are listed with the reason.

Each measurement is a complete one, as in \`run --quota-key\`, against a limiter in virtual time: requests take 0.5 to
60 ms, some up to 0.8 s more, and overtake each other; the measuring process stalls for up to 0.3 s; the server's clock
is off by up to 30 s and drifts by up to 200 ppm; phases are random. Correct limiters are also tested with failing
requests and previously used keys, and round \`Reset\` up, down or to the nearest second.
\`node scripts/simulate-limiters.mjs\` writes this page and [plan-limit-simulation.json](plan-limit-simulation.json),
which has all results.`;
}

function correctTable(tallies: readonly Tally[]): string {
  const rows = [...steadyFamilies, ...steppedFamilies].map((family) => {
    const cells = figures.map((figure) => reportedBy(family, tallies, figure));
    return `| ${family.name} | ${cells.join(' | ')} |`;
  });
  return `## Correct limiters: false positives

A limiter with steps restores requests only at certain times, a fraction of the window apart, with any phase.

| kind | 60 per minute | 300 | 1000 |
|---|---|---|---|
${rows.join('\n')}`;
}

function reportedBy({ limiters }: CorrectFamily, tallies: readonly Tally[], figure: number): string {
  const found = limiters.flatMap(({ name }) => find(tallies, name, figure, 0));
  return `${sum(found.map(({ flagged }) => flagged))} of ${sum(found.map(({ runs }) => runs))}`;
}

function foreignTable(tallies: readonly Tally[]): string {
  const rows = foreignRates.map((rate) => {
    const found = correctLimiters.flatMap(({ name }) => find(tallies, name, 60, rate));
    const runs = sum(found.map((tally) => tally.runs));
    return `| ${rate} | ${sum(found.map(({ flaggedInTierOne }) => flaggedInTierOne))} of ${runs} | ${sum(found.map(({ flagged }) => flagged))} of ${runs} |`;
  });
  return `## Correct limiters with a shared key, at 60 per minute

By passing \`--quota-key\` you state that no other client uses the key. If one does, verdicts on admitted requests, on
their headers and on statuses are still sound; the others are not.

| requests/s of others | false positives, sound verdicts | all verdicts |
|---|---|---|
${rows.join('\n')}`;
}

function brokenTable(tallies: readonly Tally[]): string {
  const requirements = [...new Set(brokenLimiters.map(({ reported }) => reported[0] ?? ''))].sort();
  const rows = requirements.map((requirement) => {
    const limiters = brokenLimiters.filter(({ reported }) => reported[0] === requirement);
    const claimed = limiters.filter(({ undecidable }) => undecidable === null);
    const least = ([60, 300] as const).map((figure) => leastOf(claimed, tallies, figure));
    return `| \`${requirement}\` | ${limiters.length} | ${claimed.length} | ${least.join(' | ')} |`;
  });
  return `## Broken limiters: detected

The last two columns are the detection rates of the worst of the claimed limiters. Measurements in which the fault did
not occur are not counted.

| violated requirement | limiters | claimed: ≥ ${leastCaught * 100} % | at 60 per minute | at 300 |
|---|---|---|---|---|
${rows.join('\n')}`;
}

function leastOf(limiters: readonly BrokenLimiter[], tallies: readonly Tally[], figure: number): string {
  const shares = limiters
    .flatMap(({ name }) => find(tallies, name, figure, 0))
    .filter(({ faulty }) => faulty > 0)
    .map(({ caught, faulty }) => caught / faulty);
  return shares.length === 0 ? '' : percent(Math.min(...shares));
}

function placesTable({ falsePositives, power }: PlacesResults): string {
  const rates = power.map(({ places, limiters, faulty, caught }) => {
    return `| ${places === 1 ? 'the base URL' : `${places} places`} | ${limiters} | ${caught} of ${faulty}, ${percent(caught / faulty)} |`;
  });
  return `## Bursts to ${placesCount} places, at 60 per minute

With \`--place\`, each burst is dealt out over several addresses of one service. Ways to them differ by up to 80 ms.
Of correct limiters, ${falsePositives.flagged} of ${falsePositives.runs} measurements have a false positive.

| broken limiters, bursts to | limiters | detected |
|---|---|---|
${rates.join('\n')}`;
}

function limits(): string {
  const reasons = new Map<string, string[]>();
  for (const { name, undecidable } of brokenLimiters) {
    if (undecidable !== null) {
      reasons.set(undecidable, [...(reasons.get(undecidable) ?? []), name]);
    }
  }
  const rows = [...reasons].map(([reason, names]) => `| ${names.join('; ')} | ${reason} |`);
  return `## Not always detected

| limiter | reason |
|---|---|
${rows.join('\n')}
| a bucket of 300 per minute that grants a few more or fewer | it gets 5 tokens per second, and a burst lasts a fraction of one |
| a race with a window shorter than the distance of requests | the network spreads the requests of a burst |
| several replicas, one of which handles all requests | there is effectively one counter |`;
}

function details(tallies: readonly Tally[]): string {
  const correct = [...correctLimiters, ...limitersInSteps].map(({ name }) => {
    const cells = figures.map((figure) => {
      const [tally] = find(tallies, name, figure, 0);
      return tally === undefined ? '' : `${tally.flagged} of ${tally.runs}`;
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  const broken = brokenLimiters.map((limiter) => {
    const shares = [60, 300].map((figure) => {
      const [tally] = find(tallies, limiter.name, figure, 0);
      return tally === undefined || tally.faulty === 0
        ? ''
        : `${percent(tally.caught / tally.faulty)} of ${tally.faulty}`;
    });
    const claim = limiter.undecidable === null ? `≥ ${leastCaught * 100} %` : 'no claim';
    return `| ${limiter.name} | ${claim} | ${shares.join(' | ')} |`;
  });
  return `<details>
<summary>Every correct limiter: false positives</summary>

| limiter | 60 per minute | 300 | 1000 |
|---|---|---|---|
${correct.join('\n')}

</details>

<details>
<summary>Every broken limiter: detection rate</summary>

| limiter | claimed | at 60 per minute | at 300 |
|---|---|---|---|
${broken.join('\n')}

</details>
`;
}

function percent(share: number): string {
  return `${Math.floor(1000 * share) / 10} %`;
}

function find(tallies: readonly Tally[], name: string, perMinute: number, foreign: number): readonly Tally[] {
  return tallies.filter(
    (tally) => tally.limiter === name && tally.perMinute === perMinute && tally.foreignPerSecond === foreign,
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
