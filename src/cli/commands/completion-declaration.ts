import type { CommandDeclaration } from '../option-table.ts';

/** `completion`: what a shell completes this program's command lines by. */
export const completionDeclaration: CommandDeclaration = {
  name: 'completion',
  describe: 'print a script by which a shell completes commands, options and what they take',
  positional: { name: 'shell', describe: 'bash, zsh or fish', required: true },
  options: {},
  examples: [
    ['completion bash >> ~/.bash_completion', 'for every bash from now on'],
    ['completion zsh > ~/.zfunc/_animal-store-conformance', 'for zsh, where ~/.zfunc is in $fpath'],
    [
      'completion fish > ~/.config/fish/completions/animal-store-conformance.fish',
      'for every fish from now on',
    ],
  ],
};
