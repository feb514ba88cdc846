// What a trial of a self-check costs, from a cold process to a warm one: npm run bench. Processor time, which a busy
// machine changes less than wall time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faults, needsMeasurement } from '../dist/reference-impl/index.js';
import { makeTrial } from '../dist/src/self-check/make-trial.js';
import { requirements } from '../dist/suites/requirements.js';

const trials = 80;
const perRow = 20;
const atOnce = 3;

const selected = requirements.map(({ id }) => id).filter((id) => !id.startsWith('quota/'));
const functional = faults.filter((fault) => !needsMeasurement(fault));
const folder = mkdtempSync(join(tmpdir(), 'bench-self-check-'));
// Each row has other faults of the same kinds: neighbours in the catalogue are alike.
const orders = Array.from({ length: trials }, (_, index) => {
  const place = ((index % perRow) + Math.floor(index / perRow) / (trials / perRow)) / perRow;
  const { name } = functional[Math.floor(place * functional.length)];
  const subject = { kind: 'fault', name };
  return {
    subject,
    scope: 'functional',
    effort: 'normal',
    seed: 1,
    selected,
    folder: join(folder, `${index}`),
  };
});

console.log('trials of seeded faults in one process: processor time of each, and memory behind them');
const waiting = orders[Symbol.iterator]();
let made = 0;
let requests = 0;
let before = process.cpuUsage();
async function workOff() {
  for (const order of waiting) {
    const trial = await makeTrial(order);
    requests += trial.requests;
    made += 1;
    if (made % perRow === 0) {
      const { user, system } = process.cpuUsage(before);
      const ms = (user + system) / 1000;
      const memory = (process.memoryUsage.rss() / 2 ** 20).toFixed(0);
      console.log(
        `${`${made - perRow + 1} to ${made}`.padEnd(10)} ${(ms / perRow).toFixed(0).padStart(5)} ms, ${(ms / requests).toFixed(2)} ms a request, ${memory} MB`,
      );
      before = process.cpuUsage();
      requests = 0;
    }
  }
}
await Promise.all(Array.from({ length: atOnce }, workOff));
rmSync(folder, { recursive: true });
// The threads of services and suites wait for further trials.
process.exit();
