import { brokenLimiters } from '../catalogue/broken-limiters.ts';
import { correctLimiters, limitersInSteps } from '../catalogue/correct-limiters.ts';
import type { BrokenLimiter, SimulatedLimiter } from '../catalogue/simulated-limiter.ts';
import { foreignRates } from './published-series.ts';
import { leastCaught, mostAccusedInSteps } from './shortcomings.ts';
import type { Tally } from './tally.ts';

/** The published page: what came of all measurements. The same tallies give the same bytes. */
export function publishedTable(tallies: readonly Tally[]): string {
  return [
    introduction(tallies),
    correctTable(tallies),
    stepsTable(tallies),
    foreignTable(tallies),
    brokenTable(tallies),
    limits(),
  ].join('\n\n');
}

function introduction(tallies: readonly Tally[]): string {
  const isSteady = ({ limiter }: Tally) => correctLimiters.some(({ name }) => name === limiter);
  const correct = tallies.filter((tally) => isSteady(tally) && tally.foreignPerSecond === 0);
  const accused = sum(correct.map((tally) => tally.accused));
  return `# Plan-limit verdicts, simulated

Made by \`node scripts/simulate-limiters.mjs\`; not to be edited. Every run is a whole measurement of one plan, as
\`run --quota-key\` makes it, of a limiter in virtual time: requests take 0.5 to 60 ms, some up to 0.8 s more, and
overtake each other; the measuring process stalls for up to 0.3 s; the server's clock is off by up to 30 s and drifts
by up to 200 ppm; the phase of its windows is random. Correct limiters are met with failing requests and keys that
were used before as well, and round \`Reset\` up, down or to the nearest second.

${sum(correct.map(({ runs }) => runs))} runs of ${correctLimiters.length} correct limiters, ${accused} of them accused.
${brokenLimiters.length} broken ones; each is to be caught in at least ${leastCaught * 100} % of its runs at 60 a minute, under the requirement
that it violates, unless the last table says why not.`;
}

function correctTable(tallies: readonly Tally[]): string {
  return `## Correct limiters: runs in which they were accused

${accusedTable(correctLimiters, tallies)}`;
}

function stepsTable(tallies: readonly Tally[]): string {
  return `## Correct limiters that give back in steps: runs in which they were accused

Between a fixed window, which is one step, and what moves on all the time. At most ${mostAccusedInSteps * 100} % of their runs at a figure may end
with an accusation: a few steps can look like something else in what two measurements see of them.

${accusedTable(limitersInSteps, tallies)}`;
}

function accusedTable(limiters: readonly SimulatedLimiter[], tallies: readonly Tally[]): string {
  const rows = limiters.map(({ name }) => {
    const cells = [60, 300, 1000].map((perMinute) => {
      const tally = find(tallies, name, perMinute, 0);
      return tally === undefined ? '' : `${tally.accused} of ${tally.runs}`;
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return `| limiter | 60 a minute | 300 | 1000 |
|---|---|---|---|
${rows.join('\n')}`;
}

function foreignTable(tallies: readonly Tally[]): string {
  const rows = correctLimiters.map(({ name }) => {
    const cells = foreignRates.map((rate) => {
      const tally = find(tallies, name, 60, rate);
      return tally === undefined ? '' : `${tally.accusedInTierOne} / ${tally.accused} of ${tally.runs}`;
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return `## Correct limiters whose key others use too, at 60 a minute

\`--quota-key\` says that nobody else uses the key. Where that is not so, what can be judged all the same must still
hold (first figure: runs accused of that); the second counts the runs with any accusation.

| limiter | ${foreignRates.map((rate) => `${rate} requests a second of others`).join(' | ')} |
|---|---|---|---|
${rows.join('\n')}`;
}

function brokenTable(tallies: readonly Tally[]): string {
  const rows = brokenLimiters.map((limiter) => {
    const tally = find(tallies, limiter.name, 60, 0);
    const larger = find(tallies, limiter.name, 300, 0);
    const most = tally === undefined ? '' : blamedRequirements(tally);
    return `| ${limiter.name} | ${claim(limiter)} | ${tally === undefined ? '' : share(tally)} | ${larger === undefined ? '' : share(larger)} | ${most} |`;
  });
  return `## Broken limiters: runs in which they were caught

Runs in which the fault did not happen (a refusal at random that never fell) are not counted.

| limiter | claimed | caught at 60 a minute | at 300 | blamed on, at 60 |
|---|---|---|---|---|
${rows.join('\n')}`;
}

function limits(): string {
  const rows = brokenLimiters
    .filter(({ undecidable }) => undecidable !== null)
    .map(({ name, undecidable }) => `| ${name} | ${undecidable} |`);
  return `## What can't be told, or not every time, and why

| limiter | why |
|---|---|
${rows.join('\n')}
| a bucket of 300 a minute that grants a few more or fewer | it gets 5 tokens a second, and a burst takes part of one |
| a race that needs requests within less time than they arrive in | those of a burst are spread by the network |
| several replicas of which one answers everything | it is one counter |
`;
}

/** What the page claims for a limiter at 60 a minute. */
function claim({ undecidable }: BrokenLimiter): string {
  return undecidable === null ? `≥ ${leastCaught * 100} %` : 'no claim';
}

function share({ faulty, caught }: Tally): string {
  return `${faulty === 0 ? '-' : `${Math.round((1000 * caught) / faulty) / 10} %`} of ${faulty}`;
}

function blamedRequirements({ blamed }: Tally): string {
  return Object.entries(blamed)
    .sort(([one, often], [other, oftenToo]) => oftenToo - often || (one < other ? -1 : 1))
    .map(([requirement, runs]) => `${requirement} ${runs}`)
    .join(', ');
}

function find(
  tallies: readonly Tally[],
  name: string,
  perMinute: number,
  foreign: number,
): Tally | undefined {
  return tallies.find(
    (tally) => tally.limiter === name && tally.perMinute === perMinute && tally.foreignPerSecond === foreign,
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
