import type { LoadAnswer } from './load-engine.ts';

/** Each keeps its body in memory. */
const mostWaiting = 256;

/**
 * Answers that wait for their judge until the responses that have arrived are read and the next requests are sent. So
 * the service does not wait for the judge, and the code of the judge, run for many answers in a row, stays in the
 * caches of the processor, which the system calls between two responses would empty.
 */
export class AnswerQueue {
  readonly #judge: (answer: LoadAnswer) => void;
  #waiting: LoadAnswer[] = [];

  /** @param judge receives the answers in their order */
  constructor(judge: (answer: LoadAnswer) => void) {
    this.#judge = judge;
  }

  add(answer: LoadAnswer): void {
    const waiting = this.#waiting.push(answer);
    if (waiting === 1) {
      setImmediate(() => this.flush());
    } else if (waiting === mostWaiting) {
      this.flush();
    }
  }

  /** Judges those that wait. */
  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const answer of waiting) {
      this.#judge(answer);
    }
  }
}
