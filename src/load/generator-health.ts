import { type IntervalHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { LoadGenerator } from '../verdict/load-record.ts';

/** The sampling interval of the event loop delay, in ms. */
const resolutionMs = 10;

/** The health of the generator during a load. */
export interface GeneratorState {
  readonly record: LoadGenerator;
  /** Share of the time in which the event loop was not idle, 0 to 1. */
  readonly busyShare: number;
}

/** Measures the event loop delay and the CPU use of the process that generates a load. */
export class GeneratorHealth {
  readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: resolutionMs });
  #cpu = process.cpuUsage();
  #utilization = performance.eventLoopUtilization();
  #startedMs = performance.now();

  start(): void {
    this.#delay.reset();
    this.#delay.enable();
    this.#cpu = process.cpuUsage();
    this.#utilization = performance.eventLoopUtilization();
    this.#startedMs = performance.now();
  }

  /** The results since `start`. */
  stop(): GeneratorState {
    this.#delay.disable();
    const { user, system } = process.cpuUsage(this.#cpu);
    const lastedUs = Math.max(1, (performance.now() - this.#startedMs) * 1000);
    const { utilization } = performance.eventLoopUtilization(this.#utilization);
    return {
      record: {
        eventLoopDelayP99Ms: this.#delayMs(this.#delay.percentile(99)),
        eventLoopDelayMaxMs: this.#delayMs(this.#delay.max),
        cpuShare: Math.round(((user + system) / lastedUs) * 1000) / 1000,
      },
      busyShare: utilization,
    };
  }

  /** The delay by a measured interval in ns, which includes the resolution. */
  #delayMs(intervalNs: number): number {
    const delayMs = this.#delay.count === 0 ? 0 : intervalNs / 1e6 - resolutionMs;
    return Math.round(Math.max(0, delayMs) * 1000) / 1000;
  }
}
