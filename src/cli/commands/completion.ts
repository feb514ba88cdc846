import type { Invocation, Program } from '../command.ts';
import { bashCompletion } from '../completion/bash-completion.ts';
import { completedCommands, shells } from '../completion/completed-commands.ts';
import { fishCompletion } from '../completion/fish-completion.ts';
import { zshCompletion } from '../completion/zsh-completion.ts';
import { parseChoice } from '../parse/choice.ts';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

export async function completionCommand(invocation: Invocation, { output }: Program): Promise<number> {
  const shell = parseChoice({ value: invocation.positional ?? '', label: 'shell' }, shells);
  output.write(scripts[shell](completedCommands()));
  return 0;
}
