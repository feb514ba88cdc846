import { describe, expect, it } from 'vitest';
import { checkArguments } from '../../src/cli/argument-check.ts';
import { repeatedLoad } from '../../src/cli/commands/load.ts';
import { loadDeclaration } from '../../src/cli/commands/service-commands.ts';
import { readLoadSettings } from '../../src/cli/settings/load-settings.ts';
import { Settings } from '../../src/cli/settings/settings.ts';

const base = 'http://localhost:8080/v1';

function settingsOf(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Settings {
  return new Settings(
    checkArguments(args, loadDeclaration),
    { ANIMAL_STORE_API_KEY: 'key-of-the-tests', ...environment },
    null,
  );
}

function read(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return readLoadSettings(settingsOf([base, ...args], environment));
}

describe('readLoadSettings', () => {
  it('has a default for everything but address and key', () => {
    expect(read([])).toMatchObject({
      baseUrl: base,
      apiKey: 'key-of-the-tests',
      plan: null,
      ownKey: false,
      beyondLimit: false,
      load: {
        rate: null,
        connections: 50,
        durationMs: 30_000,
        warmupMs: 0,
        rampMs: 0,
        mix: { list: 70, get: 20, create: 10 },
        timeoutMs: 10_000,
        maxCreations: 10_000,
        objectives: [],
      },
    });
  });

  it('refuses a load that creates more animals than it may', () => {
    const large = ['--rate', '5000', '--duration', '30s'];
    expect(() => read(large)).toThrow(
      "this load creates about 15,010 animals, which can't be deleted, and --max-creations is 10,000: raise it, lower --rate or --duration, or pass --read-only",
    );
    expect(read([...large, '--max-creations', '20000']).load.maxCreations).toBe(20_000);
    expect(read([...large, '--read-only']).load.mix.create).toBe(0);
    expect(read([...large, '--mix', 'list=9,get=1']).load.mix.create).toBe(0);
  });

  it('allows an open loop the connections that two seconds of its rate need', () => {
    expect(read(['--rate', '1000']).load.connections).toBe(2_000);
    expect(read(['--rate', '0.5']).load.connections).toBe(100);
    expect(read(['--rate', '10', '--connections', '7']).load.connections).toBe(7);
  });

  it('starts the reference implementation, which answers for itself', () => {
    const settings = (...args: string[]) => readLoadSettings(settingsOf(['--reference', ...args]));
    expect(settings('--rate', '50')).toMatchObject({ reference: true, plan: null, ownKey: false });
    expect(() => settings(base)).toThrow('omit the base URL');
    expect(() => settings('--quota-key', 'free=abc')).toThrow('omit --quota-key');
    const load = settings('--seed', '7');
    expect(repeatedLoad(load, settingsOf(['--reference'])).command).toBe(
      'npx animal-store-conformance load --reference --seed 7',
    );
  });

  it('reads mix, objectives and --read-only', () => {
    expect(read(['--mix', 'list=1, get=3']).load.mix).toEqual({ list: 1, get: 3, create: 0 });
    expect(read(['--read-only']).load.mix).toEqual({ list: 70, get: 20, create: 0 });
    const { objectives } = read(['--objective', 'p99<250ms', '--objective', 'errors < 0.1 %']).load;
    expect(objectives.map(({ rule }) => rule)).toEqual(['p99<250ms', 'errors < 0.1 %']);
  });

  it('treats a key with its plan as dedicated; the quota keys of run do not apply to a load', () => {
    expect(read(['--quota-key', 'free=abcdef12'])).toMatchObject({
      apiKey: 'abcdef12',
      plan: 'free',
      ownKey: true,
    });
    expect(read([], { ANIMAL_STORE_QUOTA_KEYS: 'free=abc,pro=def' })).toMatchObject({
      apiKey: 'key-of-the-tests',
      ownKey: false,
    });
  });

  it('exceeds the plan if an option says so', () => {
    expect(read(['--plan', 'free', '--rate', '50', '--beyond-limit']).beyondLimit).toBe(true);
  });
});

describe('repeatedLoad', () => {
  it('makes the load again, without its key', () => {
    const settings = settingsOf([
      base,
      '--rate',
      '5',
      '--objective',
      'p99<1s',
      '--quota-key',
      'pro=abcdef12',
      '--seed',
      '7',
    ]);
    const load = readLoadSettings(settings);
    expect(repeatedLoad(load, settings).command).toBe(
      `npx animal-store-conformance load ${base} --rate 5 --objective 'p99<1s' --seed 7 --quota-key pro="$ANIMAL_STORE_API_KEY"`,
    );
  });
});
