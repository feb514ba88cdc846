import { describe, expect, test } from 'vitest';
import { every } from '../test-seed.ts';
import { faithful } from './answers.ts';
import type { Behaviour } from './behaviour.ts';
import { behaviours } from './behaviours/catalogue.ts';
import { plantedCookie } from './behaviours/headers.ts';
import { brokenFiles, reportIn } from './folder-evidence.ts';
import { type HostileRun, runAgainst } from './hostile-run.ts';
import { keyIn } from './key-search.ts';

/** A key with characters that most encodings change. */
const key = 'kEy/7Qz+9xW2~mB4vT8r.L6d=';
const mostMegabytes = 300;
/** Many times what a run takes against a service that is in order: a throttled machine is several times slower. */
const mostCpuMs = 120_000;
const mostBytesWritten = 100_000_000;
/** Many times what a run at smoke needs. */
const mostRequests = 300;
/** Of a run at the default effort, with further cases. */
const mostRequestsAtNormal = 1_200;

const chosen = every(24, behaviours);

describe.concurrent('run, against a hostile server', () => {
  test.each(chosen.map((behaviour) => [behaviour.does, behaviour] as const))(
    '%s',
    async (_does, behaviour) => {
      const run = await runAgainst(behaviour, key);
      expect(run.screen.replace(/\s+/g, ' ')).toMatch(behaviour.says);
      expect(run.status).toBe(behaviour.status);
      expectUnharmed(run, behaviour.options?.includes('normal') ? mostRequestsAtNormal : mostRequests);
    },
  );

  test('is the reference implementation behind the same proxy: a fault of the proxy would show', async () => {
    const run = await runAgainst(control, key);
    expect(run.screen).toMatch(/^Conformant/);
    expectUnharmed(run);
    expect(reportIn(run.files).requirements.filter(({ findings }) => findings.length > 0)).toEqual([]);
  });
});

const control: Behaviour = {
  does: 'Nothing is wrong.',
  status: 0,
  says: /Conformant/,
  reply: faithful,
};

/** What holds of every run, whatever the server does. */
function expectUnharmed(run: HostileRun, most = mostRequests): void {
  expect(brokenFiles(run.files)).toEqual([]);
  const written = [{ name: 'the screen', text: run.screen }, ...run.files];
  const leaks = written.map(({ name, text }) => [name, keyIn(text, key)]).filter(([, how]) => how !== null);
  expect(leaks).toEqual([]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would obey is looked for
  expect(run.screen).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  expect(run.screen).not.toMatch(/##(?:vso)?\[|::(?:error|add-mask)/);
  expect(run.screen).not.toMatch(/^ {4}at /m);
  expect(reportIn(run.files).internalErrors).toEqual([]);
  expect(run.peakMegabytes).toBeGreaterThan(0);
  expect(run.peakMegabytes).toBeLessThan(mostMegabytes);
  expect(run.cpuMs).toBeGreaterThan(0);
  expect(run.cpuMs).toBeLessThan(mostCpuMs);
  expect(run.files.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(mostBytesWritten);
  expect(run.requests.length).toBeLessThan(most);
  expect(run.sentElsewhere).toBe(0);
  // Cookies go out only where it is tried whether they stand in for the key.
  const withCookie = run.requests.filter(({ lines }) => lines.join().includes(plantedCookie));
  expect(withCookie.filter(({ lines }) => lines.some((line) => /^authorization:/i.test(line)))).toEqual([]);
}
