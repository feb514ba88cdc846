const judgedRuns = 'tests/watches/*.test.ts';

/** What is mutated, and the tests that are to notice. */
export const rooms = {
  watchers: { mutate: ['src/watchers/*.ts'], tests: ['tests/watchers/*.test.ts', judgedRuns] },
  history: { mutate: ['src/history/*.ts'], tests: ['tests/history/*.test.ts', judgedRuns] },
  judge: { mutate: ['src/quota/judge/*.ts'], tests: ['tests/quota/judge/*.test.ts'] },
  fold: {
    mutate: ['src/report/{by-earliest,coverage,decide,fold,merged-finding,not-counted,sound-evidence}.ts'],
    tests: ['tests/report/{by-earliest,coverage,decide,fold*,merged*,not-counted,sound-evidence}.test.ts'],
  },
};

const every = 4;

/** Whether a mutant is tried: each fourth is enough to compare two trees, and all of a room take hours. */
export function isTried({ id }) {
  return Number(id) % every === 0;
}

/** The room that this process of Stryker mutates. */
export const chosenRoom = process.env['MUTATION_ROOM'] ?? '';
