import { toolName } from '../command.ts';
import {
  type CompletedCommand,
  type CompletedOption,
  firstWords,
  type Offered,
  twoWordCommands,
  wordLists,
  wordsOf,
} from './completed-commands.ts';

/** The completion of zsh: to be sourced after `compinit`, or a file in `$fpath` whose name begins with `_`. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef ${toolName}
# ${toolName} completion zsh: load it after compinit with  source <(${toolName} completion zsh)
_animal_store_conformance() {
  local command
  local -a commands ${wordLists.join(' ')}
  commands=(
${[...firstWords(commands)].map(([word, describe]) => `    ${quoted(`${word}:${describe}`)}\n`).join('')}  )
${wordLists.map((list) => `  ${list}=(${wordsOf(list).map(quoted).join(' ')})\n`).join('')}  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  command=$words[1]
${[...twoWordCommands(commands)].map(twoWordCommand).join('')}  case $command in
${commands.map(commandCase).join('')}  esac
}
if [[ $funcstack[1] == _animal_store_conformance ]]; then
  _animal_store_conformance "$@"
else
  compdef _animal_store_conformance ${toolName}
fi
`;
}

function twoWordCommand([first, seconds]: readonly [string, readonly string[]]): string {
  return `  if [[ $command == ${first} ]]; then
    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
      compadd -- ${seconds.join(' ')}
      return
    fi
    if [[ ' ${seconds.join(' ')} ' == *" $words[2] "* ]]; then
      shift words
      (( CURRENT-- ))
      command="${first} $words[1]"
    fi
  fi
`;
}

function commandCase({ name, options, first, others }: CompletedCommand): string {
  const specifications = [
    ...options.map(optionSpecification),
    ...(first.kind === 'nothing' ? [] : [quoted(`1:argument:${action(first)}`)]),
    ...(others.kind === 'nothing' ? [] : [quoted(`*:argument:${action(others)}`)]),
  ];
  return `    ${quoted(name)})
      _arguments \\
${specifications.map((specification) => `        ${specification}`).join(' \\\n')}
      ;;
`;
}

function optionSpecification({ name, describe, value, offered, repeatable }: CompletedOption): string {
  const explanation = `[${describe.replace(/[\\[\]]/g, '\\$&')}]`;
  const argument = value === null ? '' : `=`;
  const message = value === null ? '' : `:${value.replace(/[\\:]/g, '\\$&')}:${action(offered)}`;
  return quoted(`${repeatable ? '*' : ''}${name}${argument}${explanation}${message}`);
}

function action(offered: Offered): string {
  switch (offered.kind) {
    case 'list':
      return `{compadd -a ${offered.list}}`;
    case 'words':
      return `(${offered.words.join(' ')})`;
    case 'files':
      return '_files';
    case 'folders':
      return '_files -/';
    case 'nothing':
      return ' ';
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
