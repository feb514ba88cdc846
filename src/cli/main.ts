#!/usr/bin/env node
// Has no static imports, so that a failure to load modules is reported in one line too.
try {
  // Before the other modules, which take long to load.
  (await import('./early-interruption.ts')).listenEarly();
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
