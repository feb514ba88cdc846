import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultNamed } from '../../reference-impl/index.ts';
import { keptCommand } from './kept-command.ts';
import { folder, inOwnFolders, readReport, startService } from './run-service.ts';

inOwnFolders();

test('a service that knows the tool by its header fields passes openly and fails in disguise', async () => {
  const fault = faultNamed('limit-plus-one');
  const service = await startService({
    decorate: (parts) => {
      const faulty = fault?.apply(parts) ?? parts;
      const isKnown = (fields: string) => /conformance|traceparent/i.test(fields);
      return {
        ...parts,
        handle: (request, all) =>
          isKnown(JSON.stringify(request.headers))
            ? parts.handle(request, all)
            : faulty.handle(request, { ...all, ...faulty }),
      };
    },
  });
  const run = (...args: string[]) =>
    keptCommand(['run', service.baseUrl, '--only', 'list/limit-bounds-count', '--effort', 'smoke', ...args], {
      folder,
      environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise },
    });

  const openly = await run('--report-dir', 'openly');
  expect(openly.status, openly.output + openly.messages).toBe(0);

  const disguised = await run('--report-dir', 'out', '--disguise');
  expect(disguised.status, disguised.output + disguised.messages).toBe(1);
  const { run: facts, createdAnimals } = readReport();
  expect(facts.command).toContain(' --disguise ');
  expect(createdAnimals.length).toBeGreaterThan(0);
  const journal = readFileSync(join(folder, 'out', 'journal.ndjson'), 'utf8');
  expect(journal).toContain(`"name\\":\\"${facts.tag.slice(0, 1).toUpperCase()}${facts.tag.slice(1)}`);
});
