import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import type { TrialOrder } from './subject.ts';
import { failedTrial, type Trial } from './trial.ts';
import type { TrialAnswer, TrialRequest } from './trial-messages.ts';

/** A run of some hundred requests is over before it gains from optimised code: compiling that took a fifth of it. */
const shortRunFlags = ['--no-opt', '--max-semi-space-size=32'];

/** A process that takes more than so many bytes makes room for a new one. */
const mostMemory = 700 * 2 ** 20;

interface Pending {
  readonly order: TrialOrder;
  readonly startedAtMs: number;
  readonly resolve: (trial: Trial) => void;
}

/** A process of its own that makes trials, several at once if it is asked to; it is started when it is needed. */
export class TrialWorker {
  #process: ChildProcess | null = null;
  #ended = false;
  #tired = false;
  #numbers = 0;
  #said = '';
  readonly #shortRuns: boolean;
  readonly #pending = new Map<number, Pending>();

  /** @param shortRuns whether its runs send some hundred requests each */
  constructor(shortRuns: boolean) {
    this.#shortRuns = shortRuns;
  }

  /** Resolves also where the process dies meanwhile: as a trial that could not be made. */
  make(order: TrialOrder): Promise<Trial> {
    return new Promise((resolve) => {
      if (this.#ended) {
        resolve(failedTrial(order, 'the processes of the trials were ended', 0));
        return;
      }
      const number = this.#numbers;
      this.#numbers += 1;
      this.#pending.set(number, { order, startedAtMs: Date.now(), resolve });
      const request: TrialRequest = { number, order };
      this.#running().send(request);
    });
  }

  /** Ends the process at once, whatever it does. */
  end(): void {
    this.#ended = true;
    this.#process?.kill('SIGKILL');
  }

  #running(): ChildProcess {
    if (this.#tired && this.#pending.size === 1) {
      this.#process?.disconnect();
      this.#process = null;
    }
    this.#process ??= this.#start();
    return this.#process;
  }

  #start(): ChildProcess {
    this.#tired = false;
    this.#said = '';
    // In a process group of its own: Ctrl-C is for the one that started it.
    const child = fork(join(packageRoot(), 'dist', 'src', 'self-check', 'trial-process.js'), {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: this.#shortRuns ? shortRunFlags : [],
      detached: true,
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-2_000);
    });
    child.on('message', (message) => this.#answered(message as TrialAnswer));
    child.on('error', () => {});
    child.once('close', (status, signal) => {
      if (this.#process === child) {
        this.#process = null;
        this.#gone(signal ?? `status ${status}`);
      }
    });
    return child;
  }

  #answered({ number, trial, memory }: TrialAnswer): void {
    this.#tired ||= memory > mostMemory;
    const pending = this.#pending.get(number);
    this.#pending.delete(number);
    pending?.resolve(trial);
  }

  #gone(how: string): void {
    for (const [number, { order, startedAtMs, resolve }] of this.#pending) {
      this.#pending.delete(number);
      const why = `the process of this trial ended with ${how}: ${this.#said}`;
      resolve(failedTrial(order, why, Date.now() - startedAtMs));
    }
  }
}
