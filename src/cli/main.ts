#!/usr/bin/env node
// Imports nothing itself, so that what keeps the modules from being loaded is one line too.
try {
  await import('./program-main.ts');
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'EMFILE')) {
    throw error;
  }
  process.stderr.write(
    'animal-store-conformance: too many open files (EMFILE); raise the limit, for example with `ulimit -n 1024`; no verdict\n',
  );
  process.exitCode = 3;
}
