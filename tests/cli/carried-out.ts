import { Writable } from 'node:stream';
import { carryOut } from '../../src/cli/carry-out.ts';
import { secretsOf } from '../../src/cli/keys/given-secrets.ts';
import { screenOf } from '../../src/cli/screen.ts';
import type { Ended } from '../end-of.ts';
import type { CommandOptions } from './command.ts';
import { programOn } from './recording-screen.ts';

/**
 * Carries out a command line like `runCommand`, but in this process: for what the program does and says. What only a
 * process of its own shows (signals, the end of the process, its streams, memory and current folder, `NODE_OPTIONS`)
 * needs `runCommand`.
 */
export async function carriedOut(
  args: readonly string[],
  { folder, environment: given = {} }: CommandOptions,
): Promise<Ended> {
  const environment = { PATH: process.env['PATH'] ?? '', ...given };
  const [output, messages] = [written(), written()];
  const program = programOn(screenOf(output.stream, environment), screenOf(messages.stream, environment), {
    environment,
    currentFolder: folder,
    crash: { folder: null, secrets: secretsOf(args, environment) },
  });
  const status = await carryOut(args, program);
  return { status, output: output.text(), messages: messages.text() };
}

/** A stream that is no terminal, and what was written to it. */
function written() {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write: (part, _encoding, done) => {
      text += part;
      done();
    },
  });
  return { stream, text: () => text };
}
