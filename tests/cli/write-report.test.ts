import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runFinished, runStarted } from '../report/made-up-run.ts';
import { runCommand } from './command.ts';
import { folder, run, startService } from './run-service.ts';

test('a key that reached the reports all the same takes them away, and the verdict with them', async () => {
  const { baseUrl, keys } = await startService();
  // The name of the configuration file stands in the command that repeats the run.
  const config = `${keys.enterprise}.json`;
  writeFileSync(join(folder, config), '{}');
  const { status, output, messages } = await run(
    baseUrl,
    keys.enterprise,
    ...['--config', config, '--only', 'list/returns-pets'],
  );
  expect({ status, output }).toEqual({ status: 3, output: '' });
  expect(messages).toMatch(
    /^animal-store-conformance: report\.json held the key \$ANIMAL_STORE_API_KEY \(as it is/m,
  );
  expect(messages).not.toContain(keys.enterprise);
  expect(messages).not.toMatch(/^ +at /m);
  const left = readdirSync(join(folder, 'out'));
  expect(left).not.toContain('report.json');
  expect(left).not.toContain('journal.ndjson');
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
  const { status, output, messages } = await runCommand(['report', 'render', 'out/journal.ndjson'], {
    folder,
    environment: { ANIMAL_STORE_API_KEY: key },
  });
  expect({ status, output }).toEqual({ status: 3, output: '' });
  expect(messages).toContain('report.json held the key $ANIMAL_STORE_API_KEY');
  const left = readdirSync(join(folder, 'out'));
  expect(left).not.toContain('report.json');
  expect(left).toContain('journal.ndjson');
});

test('an address that holds the key is refused: every report would show it', async () => {
  const { status, output, messages } = await run(
    'http://127.0.0.1:9/kQ7zPartOfTheAddress/v1',
    'kQ7zPartOfTheAddress',
  );
  expect({ status, output }).toEqual({ status: 2, output: '' });
  expect(messages).toMatch(/^animal-store-conformance: base URL: a key stands in it, .*\n$/);
  expect(messages).not.toContain('kQ7z');
});
