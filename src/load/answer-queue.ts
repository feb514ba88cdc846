import type { LoadAnswer, LoadRequest, LoadSink } from './load-engine.ts';

/** Each keeps its body in memory. */
const mostWaiting = 256;

/**
 * Passes starts on immediately, and answers, in their order, when the responses that have arrived are read and the next
 * requests are sent. So the service does not wait for those who count and judge, and their code, run for many answers in
 * a row, stays in the caches of the processor, which the system calls between two responses would empty.
 */
export class AnswerQueue implements LoadSink {
  readonly #sink: LoadSink;
  #waiting: LoadAnswer[] = [];

  constructor(sink: LoadSink) {
    this.#sink = sink;
  }

  started(request: LoadRequest, intendedAtMs: number, atMs: number): void {
    this.#sink.started(request, intendedAtMs, atMs);
  }

  missed(request: LoadRequest, intendedAtMs: number, atMs: number): void {
    this.#sink.missed(request, intendedAtMs, atMs);
  }

  repeated(): void {
    this.#sink.repeated();
  }

  withdrawn(request: LoadRequest, intendedAtMs: number): void {
    this.#sink.withdrawn(request, intendedAtMs);
  }

  ended(answer: LoadAnswer): void {
    const waiting = this.#waiting.push(answer);
    if (waiting === 1) {
      setImmediate(() => this.flush());
    } else if (waiting === mostWaiting) {
      this.flush();
    }
  }

  /** Passes on those that wait. */
  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const answer of waiting) {
      this.#sink.ended(answer);
    }
  }
}
