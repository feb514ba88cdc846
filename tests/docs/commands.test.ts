import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedService, serveConformingAndFaulty } from '../ci/served-service.ts';
import { carriedOut } from '../cli/carried-out.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { every } from '../test-seed.ts';
import { type CommandBlock, commandBlocks, documents, type FileBlock } from './documents.ts';
import { Reader } from './reader.ts';

const blocksOf = new Map([...documents()].map(([path, text]) => [path, commandBlocks(text)]));
const withCommands = [...blocksOf].flatMap(([path, blocks]) => (blocks.some(isRun) ? [path] : []));
/** What a newcomer follows is tried each time. */
const first = withCommands.filter((path) => /^(?:README|docs\/start)\.md$/.test(path));
const others = withCommands.filter((path) => !first.includes(path));
/** The same command in two documents is run once. */
const firstIn = new Map<string, string>();
for (const [path, blocks] of blocksOf) {
  for (const block of blocks) {
    if (isRun(block)) {
      firstIn.set(block.text, firstIn.get(block.text) ?? path);
    }
  }
}

function isRun(block: CommandBlock | FileBlock): block is CommandBlock {
  return block.kind === 'commands' && block.notRun === null;
}

let folder = '';
let service: ServedService;
let faulty: ServedService;
beforeAll(async () => {
  folder = temporaryFolder();
  [service, faulty] = await serveConformingAndFaulty(folder);
  const run = ({ baseUrl, key }: ServedService, name: string, ...options: readonly string[]) =>
    carriedOut(['run', baseUrl, '--report-dir', join(folder, name), ...options], {
      folder,
      environment: { ANIMAL_STORE_API_KEY: key },
    });
  await Promise.all([
    run(service, 'conforming', '--effort', 'smoke'),
    run(faulty, 'deviating', '--only', 'list/limit-bounds-count'),
  ]);
});
afterAll(async () => {
  await Promise.all([service.close(), faulty.close()]);
});

describe('the commands of', () => {
  test.concurrent.each([...first, ...every(8, others)])('%s', async (path) => {
    const conforming = join(folder, 'conforming');
    const reader = await Reader.at(Number(new URL(service.baseUrl).port), {
      ...Object.fromEntries(
        ['main', 'branch', 'go', 'rust', 'java'].map((name) => [`reports/${name}`, conforming]),
      ),
      'reports/latest': join(folder, 'deviating'),
      'conformance-baseline.json': join(conforming, 'report.json'),
      'recorded.har': join(conforming, 'traffic.har'),
    });
    try {
      const blocks = blocksOf.get(path) ?? [];
      for (const block of blocks) {
        if (block.kind === 'file') {
          reader.write(block.name, block.text);
        }
      }
      for (const block of blocks) {
        if (isRun(block) && firstIn.get(block.text) === path) {
          const { status, output, messages } = await reader.type(block.text, block.dryRun);
          expect(block.statuses, `${block.text}\n\n${output}${messages}`).toContain(status);
        }
      }
    } finally {
      await reader.leave();
    }
  });
});

test('most commands are run', () => {
  const all = [...blocksOf.values()].flat().filter((block) => block.kind === 'commands');
  expect(all.filter(isRun).length).toBeGreaterThan(all.length * 0.6);
});
