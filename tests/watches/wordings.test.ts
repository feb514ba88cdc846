import { expect, test } from 'vitest';
import type { Finding } from '../../src/verdict/finding.ts';
import { findingsIn, plainRun, type Run } from './conforming-run.ts';
import type { Mutation } from './mutation.ts';
import { mutated, mutations, stageOf } from './mutations.ts';

function written({ requirement, kind, message, expected, actual, related }: Finding, name: string): string {
  return [
    `${requirement} (${kind}): ${name}`,
    `  ${message}`,
    `  expected: ${expected}`,
    `  received: ${actual}`,
    ...related.map(({ role, exchange }) => `  see ${exchange}: ${role}`),
  ].join('\n');
}

const stages = [0, 1, 2, 3].map((number) => stageOf(plainRun(number), 0));

function firstPlace(mutation: Mutation): Run {
  const run = stages.map((stage) => mutated(stage, mutation)).find((other) => other !== null);
  return run ?? { exchanges: [], context: { planLimit: null, minuteMs: 60_000, dayMs: 86_400_000 } };
}

test('wordings.txt has the wording of every kind of deviation', async () => {
  const said = new Map<string, string>();
  for (const mutation of mutations) {
    for (const finding of findingsIn(firstPlace(mutation))) {
      const kind = `${finding.requirement} ${finding.kind}`;
      said.set(kind, said.get(kind) ?? written(finding, mutation.name));
    }
  }
  const sorted = [...said].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  await expect(`${sorted.join('\n\n')}\n`).toMatchFileSnapshot('wordings.txt');
});
