import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { isReport } from '../../src/cli/report-files/report-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { carriedOut } from './carried-out.ts';
import { runCommand } from './command.ts';

let folder = '';

beforeAll(() => {
  folder = temporaryFolder();
});

/** Sets the time of day back by 10 s once a thread has looked at it five times. */
const clockSetBack = `
  const tell = Date.now;
  let looks = 0;
  const now = () => tell() - (looks++ < 5 ? 0 : 10_000);
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length === 0 ? [now()] : given));
    }
    static now() {
      return now();
    }
  };
`;

async function report(name: string, environment?: Readonly<Record<string, string>>) {
  const run = ['run', '--reference', '--effort', 'smoke', '--seed', '7', '--report-dir', name];
  const { status, messages } =
    environment === undefined
      ? await carriedOut(run, { folder })
      : await runCommand(run, { folder, environment });
  expect(status, messages).toBe(0);
  return JSON.parse(readFileSync(join(folder, name, 'report.json'), 'utf8'));
}

test('a clock that is set back during a run changes no duration, no order and no verdict', async () => {
  writeFileSync(join(folder, 'set-back.mjs'), clockSetBack);
  const stepped = await report('stepped', { NODE_OPTIONS: '--import ./set-back.mjs' });
  const steady = await report('steady');
  expect(isReport(stepped)).toBe(true);
  expect(stepped.run.durationMs).toBeGreaterThan(0);
  expect(Date.parse(stepped.run.finishedAt)).toBe(Date.parse(stepped.run.startedAt) + stepped.run.durationMs);
  const verdicts = (of: typeof stepped) =>
    of.requirements.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict]);
  expect(verdicts(stepped)).toEqual(verdicts(steady));
  const compared = await carriedOut(['compare', 'steady', 'stepped'], { folder });
  expect(compared.status, compared.messages).toBe(0);
});
