// Carries out command lines, possibly concurrently, in one process, as `program-main.ts` does in a process for each:
// the program is loaded once, and code that ran often became quick.
import { Writable } from 'node:stream';

const { carryOut } = await import('../../dist/src/cli/carry-out.js');
const { secretsOf } = await import('../../dist/src/cli/keys/given-secrets.js');
const { screenOf } = await import('../../dist/src/cli/screen.js');

process.on('message', ({ number, args, folder, environment }) => {
  const output = written(environment);
  const messages = written(environment);
  const program = {
    output: output.screen,
    messages: messages.screen,
    environment,
    currentFolder: folder,
    crash: { folder: null, secrets: secretsOf(args, environment) },
    exit: () => {
      throw new Error('A command of a shared process ends the process.');
    },
  };
  void carryOut(args, program).then((status) => {
    const ended = { status, output: output.text(), messages: messages.text() };
    process.send?.({ number, ended, memory: process.memoryUsage.rss() });
  });
});

// The process of the tests is gone.
process.on('disconnect', () => process.exit());

/** A screen that is no terminal, and what was written to it. */
function written(environment) {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write: (part, _encoding, done) => {
      text += part;
      done();
    },
  });
  return { screen: screenOf(stream, environment), text: () => text };
}
