import { defineConfig } from 'vitest/config';
import { chosenAreas } from './chosen.mjs';

// Stryker's own `testFiles` would not do: with it, mutants of what is made when a module is loaded stay asleep.
export default defineConfig({
  test: { include: chosenAreas.flatMap(({ tests }) => tests), isolate: false, testTimeout: 30_000 },
});
