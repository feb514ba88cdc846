// Loaded by the command before itself: when that ends, tells the most memory that it ever had, in KiB, and its CPU, in ms.
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.PEAK_MEMORY_FILE;

if (isMainThread && file !== undefined) {
  process.on('exit', () => writeFileSync(file, `${peakKiB()} ${cpuMs()}`));
}

/** Linux counts into `maxRSS` what the process was before it became this one, but not into `VmHWM`. */
function peakKiB() {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1_000);
}
