import { toolName } from '../command.ts';
import {
  type CompletedCommand,
  firstWords,
  type Offered,
  twoWordCommands,
  wordLists,
  wordsOf,
} from './completed-commands.ts';

/** The completion of bash 3.2 and later, without its package `bash-completion`. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const twoWords = [...twoWordCommands(commands)];
  return `# ${toolName} completion bash: load it with  source <(${toolName} completion bash)
_animal_store_conformance() {
  local current=\${COMP_WORDS[COMP_CWORD]} option=\${COMP_WORDS[COMP_CWORD-1]} prefix='' command='' first=2
  local offered='' words='' options='' reply
  COMPREPLY=()
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $option == '=' ]]; then
    option=\${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $current == --*=* ]]; then
    option=\${current%%=*} prefix="\${current%%=*}=" current=\${current#*=}
  fi
  if (( COMP_CWORD == 1 )); then
    words='${[...firstWords(commands).keys(), '--help', '--version'].join(' ')}'
  else
    command=\${COMP_WORDS[1]}
    case "$command" in
${twoWords.map(twoWordCommand).join('')}    esac
    case "$command $option" in
${commands.flatMap(optionCases).join('')}    esac
    if [[ -z $offered ]]; then
      case "$command" in
${commands.map(commandCase).join('')}      esac
      if [[ $current == -* ]]; then
        offered=words words=$options
      fi
    fi
    case "$offered" in
${wordLists.map((list) => `      ${list}) words='${wordsOf(list).join(' ')}' ;;\n`).join('')}      files) compopt -o filenames 2>/dev/null ;;
      folders) compopt -o filenames 2>/dev/null ;;
      words) ;;
      *) return ;;
    esac
  fi
  while IFS= read -r reply; do
    COMPREPLY+=("$prefix\${reply//\\*/\\\\*}")
  done < <(
    case "$offered" in
      (files) compgen -f -- "$current" ;;
      (folders) compgen -d -- "$current" ;;
      (*) compgen -W "$words" -- "$current" ;;
    esac
  )
}
complete -F _animal_store_conformance ${toolName}
`;
}

/** The first word may also be a command by itself, such as `load` beside `load merge`. */
function twoWordCommand([first, seconds]: readonly [string, readonly string[]]): string {
  return `      ${first})
        if (( COMP_CWORD == 2 )) && [[ $current != -* ]]; then
          command='' offered=words words='${seconds.join(' ')}'
        elif [[ ' ${seconds.join(' ')} ' == *" \${COMP_WORDS[2]} "* ]]; then
          command="${first} \${COMP_WORDS[2]}" first=3
        fi
        ;;
`;
}

/** Options that take a value: what is offered for it, or that nothing is. */
function optionCases({ name, options }: CompletedCommand): string[] {
  return options
    .filter(({ value }) => value !== null)
    .map((option) => `      '${name} ${option.name}') ${assigned(option.offered, 'none')} ;;\n`);
}

function commandCase({ name, options, first, others }: CompletedCommand): string {
  const names = options.map((option) => option.name).join(' ');
  const offers =
    others.kind === 'nothing'
      ? assigned(first, '')
      : `if (( COMP_CWORD == first )); then ${assigned(first, '')}; else ${assigned(others, '')}; fi`;
  return `        '${name}') options='${names}'; ${offers} ;;\n`;
}

function assigned(offered: Offered, otherwise: string): string {
  switch (offered.kind) {
    case 'list':
      return `offered=${offered.list}`;
    case 'words':
      return `offered=words words='${offered.words.join(' ')}'`;
    case 'nothing':
      return `offered='${otherwise}'`;
    default:
      return `offered=${offered.kind}`;
  }
}
