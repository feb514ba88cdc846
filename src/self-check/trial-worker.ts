import { type ChildProcess, fork } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import { failedTrial, type Trial, type TrialOrder } from './trial.ts';

/** The memory of a process in bytes, above which a new one replaces it. */
const maxMemory = 1.5 * 2 ** 30;

interface Pending {
  readonly process: ChildProcess;
  readonly startedAtMs: number;
  readonly resolve: (trial: Trial) => void;
}

/** A process that runs trials, possibly concurrently; started on demand. */
export class TrialWorker {
  #process: ChildProcess | null = null;
  #ended = false;
  #numbers = 0;
  #said = '';
  readonly #yields: boolean;
  readonly #children = new Set<ChildProcess>();
  readonly #pending = new Map<number, Pending>();

  /** @param yields whether the processes run at a lower priority */
  constructor(yields = false) {
    this.#yields = yields;
  }

  /** Resolves with a failed trial if the process dies. */
  make(order: TrialOrder): Promise<Trial> {
    return new Promise((resolve) => {
      if (this.#ended) {
        resolve(failedTrial('the processes of the trials were ended', 0));
        return;
      }
      const number = this.#numbers;
      this.#numbers += 1;
      this.#process ??= this.#start();
      const process = this.#process;
      this.#pending.set(number, { process, startedAtMs: performance.now(), resolve });
      const request: TrialRequest = { number, order };
      process.send(request);
    });
  }

  /** Ends the process at once, whatever it does. */
  end(): void {
    this.#ended = true;
    for (const child of this.#children) {
      child.kill('SIGKILL');
    }
  }

  #start(): ChildProcess {
    this.#said = '';
    // In a process group of its own: Ctrl-C is for the one that started it.
    const child = fork(join(packageRoot(), 'dist', 'src', 'self-check', 'trial-process.js'), {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Together, these processes use every core: threads of V8 would only take time from each other.
      execArgv: this.#yields ? ['--single-threaded'] : [],
      detached: true,
    });
    if (this.#yields && child.pid !== undefined) {
      setPriority(child.pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
    }
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-2_000);
    });
    child.on('message', (message) => this.#answered(child, message as TrialAnswer));
    child.on('error', () => {});
    child.once('close', (status, signal) => this.#gone(child, signal ?? `status ${status}`));
    this.#children.add(child);
    return child;
  }

  #answered(child: ChildProcess, { number, trial, memory }: TrialAnswer): void {
    if (memory > maxMemory && this.#process === child) {
      this.#process = null;
    }
    const pending = this.#pending.get(number);
    this.#pending.delete(number);
    const isBusy = [...this.#pending.values()].some(({ process }) => process === child);
    if (this.#process !== child && !isBusy) {
      child.disconnect();
    }
    pending?.resolve(trial);
  }

  #gone(child: ChildProcess, how: string): void {
    this.#children.delete(child);
    this.#process = this.#process === child ? null : this.#process;
    for (const [number, { process, startedAtMs, resolve }] of this.#pending) {
      if (process === child) {
        this.#pending.delete(number);
        const why = `the process of this trial ended with ${how}: ${this.#said}`;
        resolve(failedTrial(why, Math.round(performance.now() - startedAtMs)));
      }
    }
  }
}

export interface TrialRequest {
  readonly number: number;
  readonly order: TrialOrder;
}

export interface TrialAnswer {
  readonly number: number;
  readonly trial: Trial;
  readonly memory: number;
}
