import { describe, expect, it } from 'vitest';
import { checkArguments } from '../../src/cli/argument-check.ts';
import { loadDeclaration } from '../../src/cli/commands/service-commands.ts';
import { readLoadSettings } from '../../src/cli/settings/load-settings.ts';
import { Settings } from '../../src/cli/settings/settings.ts';
import { readLoadPart } from '../../src/cli/settings/shard-settings.ts';

const nowMs = Date.parse('2030-01-01T12:00:00Z');
const start = ['--start-at', '2030-01-01T12:00:30Z'];

function read(...args: string[]) {
  const key = { ANIMAL_STORE_API_KEY: 'key-of-the-tests' };
  const settings = new Settings(
    checkArguments(['http://localhost:8080/v1', ...args], loadDeclaration),
    key,
    null,
  );
  return readLoadPart(settings, readLoadSettings(settings), nowMs);
}

describe('readLoadPart', () => {
  it('is the whole load by default, and with one worker', () => {
    expect(read()).toEqual({ kind: 'whole' });
    expect(read('--workers', '1')).toEqual({ kind: 'whole' });
  });

  it('is a shard, which starts with the others', () => {
    expect(read('--shard', '3/8', ...start, '--out', 'shards')).toEqual({
      kind: 'shard',
      shard: { index: 2, of: 8, startAtMs: nowMs + 30_000 },
      out: 'shards',
    });
  });

  it.each([
    ['2030-01-01T12:00:30Z'],
    ['2030-01-01T13:00:30.000+01:00'],
    ['1893499230'],
    ['1893499230000'],
    ['2030-01-01T12:00:30.000Z'],
  ])('reads the start %s', (time) => {
    expect(read('--workers', '4', '--start-at', time)).toEqual({
      kind: 'workers',
      workers: 4,
      startAtMs: nowMs + 30_000,
    });
  });

  it('starts at most one second late', () => {
    expect(read('--workers', '2', '--start-at', '2030-01-01T11:59:59Z')).toMatchObject({ kind: 'workers' });
    expect(() => read('--workers', '2', '--start-at', '2030-01-01T11:59:50Z')).toThrow(
      '--start-at: 2030-01-01T11:59:50.000Z was 10.0 s ago: all shards must start together, so pass a later time',
    );
  });
});
