import { expect, test } from 'vitest';
import { loadByWorkers } from '../../src/cli/commands/load-workers.ts';
import { NoReport } from '../../src/cli/report-files/present-report.ts';
import { optionsFor } from '../load-run/made-load.ts';
import { programOn, recordingScreen } from './recording-screen.ts';

test('workers that are interrupted before they are ready make no report, and no wrong usage', async () => {
  const baseUrl = 'http://127.0.0.1:9/v1';
  const screen = recordingScreen(false);
  const loading = loadByWorkers(
    {
      workers: 2,
      startAtMs: null,
      options: optionsFor(baseUrl, 'any-key-at-all'),
      invocation: { command: 'load', positional: baseUrl, others: [], options: new Map() },
    },
    programOn(screen, screen),
    () => {},
    AbortSignal.abort(),
  );
  await expect(loading).rejects.toThrow(new NoReport(['interrupted before the load; no verdict']));
});
