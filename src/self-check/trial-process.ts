import { makeTrial } from './make-trial.ts';
import type { TrialAnswer, TrialRequest } from './trial-worker.ts';

// Trials one after another in one process: what starts once (compiled schemas, machine code that became quick) is there
// for the next one.
process.on('message', (request: TrialRequest) => {
  void makeTrial(request.order).then((trial) => {
    const answer: TrialAnswer = { number: request.number, trial, memory: process.memoryUsage.rss() };
    process.send?.(answer);
  });
});

// The parent process is gone.
process.on('disconnect', () => process.exit());
