import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ended } from '../end-of.ts';
import { startReference } from '../load-run/made-load.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runCommand, startCommand } from './command.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

interface MergedReport {
  readonly preflight: readonly { readonly text: string }[];
  readonly load: {
    readonly requests: number;
    readonly answered: number;
    readonly shards: readonly { readonly shard: number; readonly requests: number }[];
  };
}

/** The messages of a shard that was not ready. */
const late = /s after the common start| ago: all shards/;

/** Delays the start until all shards are ready for it, because a busy machine takes longer. */
async function inTime<Made extends { readonly messages: string }>(
  make: (start: string) => Promise<Made>,
): Promise<Made> {
  for (let leadMs = 4_000; ; leadMs *= 2) {
    const ended = await make(new Date(Date.now() + leadMs).toISOString());
    if (leadMs > 120_000 || !late.test(ended.messages)) {
      return ended;
    }
  }
}

/** Interrupts a load that is being measured. One whose workers were not ready in time is made again. */
async function interrupted(args: readonly string[]): Promise<Ended> {
  for (let attempt = 1; ; attempt += 1) {
    const command = startCommand(args, { folder });
    await command.shown(new RegExp(`"phase":"measuring"|${late.source}`));
    command.process.kill('SIGINT');
    const ended = await command.ended;
    if (attempt === 3 || !late.test(ended.messages)) {
      return ended;
    }
  }
}

function reportIn(name: string): MergedReport {
  return JSON.parse(readFileSync(join(folder, name, 'report.json'), 'utf8'));
}

describe('load --workers', () => {
  it('makes the load in several processes, with one report', async () => {
    const args = ['load', '--reference', '--rate', '40', '--duration', '1s', '--workers', '2'];
    const { output, status } = await inTime((start) =>
      runCommand([...args, '--report-dir', 'report', '--start-at', start], { folder }),
    );
    // On a busy machine the generators may be too slow; then the report has no verdict, with that reason.
    const isQuiet = !output.includes('No verdict');
    expect(status).toBe(isQuiet ? 0 : 3);
    expect(readdirSync(join(folder, 'report'))).toContain('index.html');
    const { load } = reportIn('report');
    expect(load.shards.map(({ shard }) => shard)).toEqual([1, 2]);
    expect(load.shards.reduce((sum, { requests }) => sum + requests, 0)).toBe(load.requests);
    expect(readFileSync(join(folder, 'report', 'report.json'), 'utf8')).toContain('--workers');
  });

  it('ends with a report of the results so far if interrupted', async () => {
    const args = ['load', '--reference', '--rate', '20', '--duration', '5m', '--workers', '2'];
    const { status, messages } = await interrupted([...args, '--report-dir', 'report', '--output=json']);
    expect(status).toBe(3);
    expect(messages).toContain('No verdict: shard 1 of 2 (and 1 more): interrupted by the user');
  });
});

describe('load --shard', () => {
  it('writes its outcome to a folder, or as lines to stdout', async () => {
    const { baseUrl, keys } = await startReference();
    const environment = { ANIMAL_STORE_API_KEY: keys.enterprise };
    const { one, two } = await inTime(async (start) => {
      const args = ['load', baseUrl, '--rate', '20', '--duration', '1s', '--start-at', start];
      const [one, two] = await Promise.all([
        runCommand([...args, '--shard', '1/2', '--out', 'shards'], { folder, environment }),
        runCommand([...args, '--shard', '2/2', '--out', '-'], { folder, environment }),
      ]);
      return { one, two, messages: one.messages + two.messages };
    });
    expect([one.status, two.status]).toEqual([0, 0]);
    expect(one.messages).toContain('Shard 1 of 2 sent');
    expect(readdirSync(join(folder, 'shards'))).toEqual(['shard-1-of-2.ndjson']);
    writeFileSync(join(folder, 'two.log'), `starting\n${two.output}`);
    const merged = await runCommand(['load', 'merge', 'shards', 'two.log', '--report-dir', 'report'], {
      folder,
    });
    expect(merged.messages).toBe('');
    expect(reportIn('report').load).toMatchObject({ shards: [{ shard: 1 }, { shard: 2 }] });
    const all = [one.output, two.output, readFileSync(join(folder, 'shards', 'shard-1-of-2.ndjson'), 'utf8')];
    expect(all.join('')).not.toContain(keys.enterprise);
  });

  it('reports why it made no load, and so does the merge', async () => {
    const { baseUrl } = await startReference();
    const args = ['load', baseUrl, '--duration', '1s', '--shard', '1/1', '--out', 'shards'];
    const environment = { ANIMAL_STORE_API_KEY: 'noSuchKey42' };
    const refused = await inTime((start) =>
      runCommand([...args, '--start-at', start], { folder, environment }),
    );
    expect(refused.status).toBe(3);
    expect(refused.messages).toContain('Shard 1 of 1 made no load: the key is refused');
    const merged = await runCommand(['load', 'merge', 'shards'], { folder });
    expect(merged.status).toBe(3);
    expect(merged.output).toContain('No verdict: shard 1 of 1: the key is refused');
  });
});
