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

/** The completion of fish 3 and later. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  return `# ${toolName} completion fish: load it with  ${toolName} completion fish | source
# Whether the command line has these words and no others of a command before the cursor.
function __animal_store_conformance_at
    set -l given (commandline -opc)
    set -e given[1]
    test (count $given) -ge (count $argv); or return 1
    for index in (seq (count $argv))
        test "$given[$index]" = "$argv[$index]"; or return 1
    end
end
function __animal_store_conformance_words
    set -l given (commandline -opc)
    test (count $given) -eq $argv[1]
end
${wordLists.map((list) => `set -g __animal_store_conformance_${list} ${wordsOf(list).map(quoted).join(' ')}\n`).join('')}complete -c ${toolName} -f
complete -c ${toolName} -n '__animal_store_conformance_words 1' -l help -d 'print the help'
complete -c ${toolName} -n '__animal_store_conformance_words 1' -l version -d 'print the version'
${[...firstWords(commands)].map(([word, describe]) => `complete -c ${toolName} -n '__animal_store_conformance_words 1' -a ${word} -d ${quoted(describe)}\n`).join('')}${commands.flatMap((command) => commandLines(command, twoWordCommands(commands))).join('\n')}
`;
}

function commandLines(
  { name, options, first, others }: CompletedCommand,
  twoWords: ReadonlyMap<string, readonly string[]>,
): string[] {
  const [word = '', second] = name.split(' ');
  const complete = `complete -c ${toolName}`;
  // `load` is a command beside `load merge`.
  const longer = (twoWords.get(name) ?? []).map(
    (next) => `; and not __animal_store_conformance_at ${name} ${next}`,
  );
  const at = `__animal_store_conformance_at ${name}${longer.join('')}`;
  const isFirst = `__animal_store_conformance_words ${second === undefined ? 2 : 3}`;
  return [
    ...(second === undefined
      ? []
      : [
          `${complete} -n '__animal_store_conformance_at ${word}; and __animal_store_conformance_words 2' -a ${second}`,
        ]),
    ...options.map((option) => `${complete} -n '${at}' ${optionArguments(option)}`),
    ...(first.kind === 'nothing'
      ? []
      : [
          `${complete} -n '${at}${others.kind === 'nothing' ? '' : `; and ${isFirst}`}' ${offeredArguments(first)}`,
        ]),
    ...(others.kind === 'nothing'
      ? []
      : [`${complete} -n '${at}; and not ${isFirst}' ${offeredArguments(others)}`]),
  ];
}

function optionArguments({ name, describe, value, offered }: CompletedOption): string {
  const words = [`-l ${name.slice(2)}`, `-d ${quoted(describe)}`];
  if (value !== null) {
    words.push('-r', offeredArguments(offered));
  }
  return words.join(' ');
}

function offeredArguments(offered: Offered): string {
  switch (offered.kind) {
    case 'list':
      // fish offers the output of a substitution unchanged and does not expand a glob in it.
      return `-f -a '(printf "%s\\n" $__animal_store_conformance_${offered.list})'`;
    case 'words':
      return `-f -a ${quoted(offered.words.join(' '))}`;
    case 'files':
      return '-F';
    case 'folders':
      return `-f -a '(__fish_complete_directories)'`;
    case 'nothing':
      return '-f';
  }
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
