import type { CredentialLabel, Exchange, HeaderList } from '../../src/exchange/exchange.ts';
import { PacedGate, type Timers } from '../../src/target/paced-gate.ts';
import { type AnnouncedWait, RunStopped } from '../../src/target/target.ts';

/** Virtual time: what is scheduled happens in order, and nothing else takes any. */
class VirtualTimers implements Timers {
  #now = 0;
  #events: { readonly at: number; readonly callback: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  schedule(delayMs: number, callback: () => void): () => void {
    const event = { at: this.#now + Math.max(0, delayMs), callback };
    this.#events.push(event);
    return () => {
      this.#events = this.#events.filter((other) => other !== event);
    };
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.schedule(delayMs, resolve));
  }

  /** Lets time pass until nothing is scheduled any more. */
  async run(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const [next, ...later] = this.#events.toSorted((left, right) => left.at - right.at);
      if (next === undefined) {
        return;
      }
      this.#events = later;
      this.#now = next.at;
      next.callback();
    }
  }
}

/** What a service answers at an instant of its clock (ms since 1970). */
export type Answering = (serverNowMs: number, label: CredentialLabel) => VirtualAnswer | null;

export interface VirtualAnswer {
  readonly status: number;
  readonly headers: HeaderList;
}

interface Sent {
  readonly atMs: number;
  readonly status: number | null;
}

export interface SimulationOptions {
  readonly requests: number;
  readonly workers: number;
  readonly minuteMs?: number;
  readonly label?: CredentialLabel;
  /** The server's clock against ours, in ms. */
  readonly skewMs?: number;
  /** One way to the server, in ms; a new one for each way. */
  readonly latencyMs?: () => number;
  /** Wall clock at the start, ms since 1970. */
  readonly startMs?: number;
}

export interface SimulationResult {
  /** Every request that went out, in the order in which they were answered. */
  readonly sent: readonly Sent[];
  readonly waits: readonly AnnouncedWait[];
  readonly finishedAtMs: number;
  /** What the gate stopped the workers with. */
  readonly stopped: RunStopped | null;
  /** For each request how often it was sent. */
  readonly tries: readonly number[];
}

/** Sends requests through a `PacedGate` as the client does, against a service in virtual time. */
export async function simulate(answer: Answering, options: SimulationOptions): Promise<SimulationResult> {
  const timers = new VirtualTimers();
  const startMs = options.startMs ?? Date.UTC(2026, 10, 20, 12, 0, 17, 345);
  const waits: AnnouncedWait[] = [];
  const sent: Sent[] = [];
  const tries: number[] = [];
  let stopped: RunStopped | null = null;
  let left = options.requests;
  const latencyMs = options.latencyMs ?? (() => 5);
  const label = options.label ?? 'api-key';
  const gate = new PacedGate({
    minuteMs: options.minuteMs ?? 60_000,
    epochAtZeroMs: startMs,
    timers,
    random: () => 0.5,
    onWait: (wait) => waits.push(wait),
  });

  async function exchangeOnce(): Promise<Exchange> {
    const sentAtMs = timers.now();
    await timers.sleep(latencyMs());
    const given = answer(startMs + timers.now() + (options.skewMs ?? 0), label);
    await timers.sleep(latencyMs());
    sent.push({ atMs: sentAtMs, status: given?.status ?? null });
    return exchangeOf(given, sentAtMs, timers.now(), label);
  }

  async function request(): Promise<void> {
    for (let refusals = 0; ; refusals += 1) {
      const pass = await gate.enter(label);
      const repeatAtMs = gate.leave(pass, await exchangeOnce(), refusals);
      if (repeatAtMs === null || refusals === 5) {
        tries.push(refusals + 1);
        return;
      }
      gate.assertAllowance(label);
    }
  }

  async function work(): Promise<void> {
    while (left > 0 && stopped === null) {
      left -= 1;
      try {
        await request();
      } catch (error) {
        if (!(error instanceof RunStopped)) {
          throw error;
        }
        stopped = error;
      }
    }
  }

  const workers = Promise.all(Array.from({ length: options.workers }, work));
  await timers.run();
  await workers;
  return { sent, waits, finishedAtMs: timers.now(), stopped, tries };
}

function exchangeOf(
  given: VirtualAnswer | null,
  sentAtMs: number,
  nowMs: number,
  credential: CredentialLabel,
): Exchange {
  return {
    number: 1,
    check: 'simulation',
    startedAt: '',
    sentAtMs,
    headersAtMs: given === null ? null : nowMs,
    finishedAtMs: nowMs,
    connection: 1,
    traceparent: '',
    request: { method: 'GET', target: '/pets', headers: [], body: null, credential },
    response: given === null ? null : { ...given, body: '', bodyBytes: 0, utf8: true, secretsEchoedIn: [] },
    failure: given === null ? { code: 'reset', detail: '' } : null,
  };
}
