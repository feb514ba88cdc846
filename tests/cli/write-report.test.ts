import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runFinished, runStarted } from '../report/made-up-run.ts';
import { carriedOut } from './carried-out.ts';
import { folder, inOwnFolders, run, startService } from './run-service.ts';

inOwnFolders();

test('a key in the command that repeats the run is masked in every report', async () => {
  const { baseUrl, keys } = await startService();
  // The name of the configuration file stands in the command that repeats the run.
  const config = `${keys.enterprise}.json`;
  writeFileSync(join(folder, config), '{}');
  const { status, output, messages } = await run(
    baseUrl,
    keys.enterprise,
    ...['--config', config, '--only', 'list/returns-pets'],
  );
  expect(status, messages).toBe(0);
  expect(output + messages).not.toContain(keys.enterprise);
  const report = JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8'));
  expect(report.run.command).toContain('--config $ANIMAL_STORE_API_KEY.json');
  for (const name of readdirSync(join(folder, 'out'))) {
    expect(readFileSync(join(folder, 'out', name), 'utf8')).not.toContain(keys.enterprise);
  }
});

test('a report that is rendered again is searched for the keys of the environment', async () => {
  const key = 'kQ7zTheNameOfAFile';
  const events = [
    runStarted({ command: `animal-store-conformance run --config ${key}.json` }),
    runFinished(),
  ];
  mkdirSync(join(folder, 'out'));
  writeFileSync(
    join(folder, 'out', 'journal.ndjson'),
    events.map((event) => JSON.stringify(event)).join('\n'),
  );
  const { status } = await carriedOut(['report', 'render', 'out/journal.ndjson'], {
    folder,
    environment: { ANIMAL_STORE_API_KEY: key },
  });
  expect(status).toBe(0);
  expect(readFileSync(join(folder, 'out', 'report.json'), 'utf8')).not.toContain(key);
  expect(readFileSync(join(folder, 'out', 'journal.ndjson'), 'utf8')).toContain(key);
});
