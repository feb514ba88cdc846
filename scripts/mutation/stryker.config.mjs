import { chosenRoom, rooms } from './rooms.mjs';

const results = `reports/mutation/${chosenRoom}`;

export default {
  mutate: rooms[chosenRoom].mutate,
  testRunner: 'in-process',
  plugins: ['./scripts/mutation/in-process-runner.mjs', './scripts/mutation/wording-ignorer.mjs'],
  ignorers: ['wording'],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // Generous, since a mutant that is only slow, on a busy machine, is not found.
  timeoutMS: 15_000,
  tempDirName: 'reports/mutation/tmp',
  reporters: ['progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: `${results}/mutation.json` },
  htmlReporter: { fileName: `${results}/mutation.html` },
  ignorePatterns: ['dist', 'reports', 'bench', 'docs'],
  // The types are checked elsewhere, and the preprocessor of tsconfig.json needs the API that TypeScript 7 has not.
  disableTypeChecks: false,
  tsconfigFile: 'absent.json',
};
