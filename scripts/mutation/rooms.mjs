/** What is mutated, the tests that are to notice, and which share of the mutants is tried: all take hours. */
export const rooms = {
  watchers: {
    mutate: ['src/watchers/*.ts'],
    tests: ['tests/watchers/*.test.ts'],
    every: 4,
  },
  animals: { mutate: ['src/animals/*.ts'], tests: ['tests/animals/*.test.ts'], every: 4 },
  judge: { mutate: ['src/quota/judge/*.ts'], tests: ['tests/quota/judge/*.test.ts'], every: 16 },
  fold: {
    mutate: ['src/report/fold/*.ts'],
    tests: [
      'tests/report/{baseline,coverage,decide,fold*,known-failures,likely-causes}.test.ts',
      'tests/report/{newer-requirement,waivers}.test.ts',
    ],
    every: 4,
  },
};

/** Whether a mutant of a room is tried. */
export function isTried(room, { id }) {
  return Number(id) % rooms[room].every === 0;
}

/** The room that this process of Stryker mutates. */
export const chosenRoom = process.env['MUTATION_ROOM'] ?? '';
