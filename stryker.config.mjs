import { chosenAreas, chosenName } from './scripts/mutation/chosen.mjs';

/** Where what came of it is kept. */
const results = `reports/mutation/${chosenName}`;

export default {
  mutate: chosenAreas.flatMap(({ mutate }) => mutate),
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutation/vitest.config.mjs', related: false },
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/wording-ignorer.mjs'],
  ignorers: ['wording'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Generous, since a mutant that is only slow, on a busy machine, is not found.
  timeoutMS: 20_000,
  timeoutFactor: 5,
  incremental: true,
  tempDirName: 'reports/mutation/tmp',
  incrementalFile: `${results}/incremental.json`,
  reporters: ['clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `${results}/mutation.json` },
  htmlReporter: { fileName: `${results}/mutation.html` },
  ignorePatterns: ['dist', 'reports', 'bench', 'docs'],
  // The types are checked elsewhere, and the preprocessor of tsconfig.json needs the API that TypeScript 7 has not.
  disableTypeChecks: false,
  tsconfigFile: 'absent.json',
};
