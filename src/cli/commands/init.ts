import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Invocation, type Program, toolName } from '../command.ts';
import { configFilesIn } from '../config-file.ts';
import {
  baseUrlQuestion,
  type ConfigAnswers,
  formatQuestion,
  keyVariableQuestion,
  kindQuestion,
  planQuestion,
  type Question,
} from '../init/config-answers.ts';
import { type Questioner, QuestionsEnded, questionerOn, type TerminalInput } from '../init/questioner.ts';
import type { Environment } from '../settings.ts';
import { UsageError } from '../usage-error.ts';

const schemaPath = `./node_modules/${toolName}/schemas/config.schema.json`;
const projectFiles = ['package.json', 'tsconfig.json'];
const mostQuestions = 5;

/** Returns 3, and writes nothing, if the input ends before the last answer. */
export async function initCommand(
  invocation: Invocation,
  program: Program,
  input: TerminalInput = process.stdin,
): Promise<number> {
  const { currentFolder, environment, messages, output } = program;
  const there = configFilesIn(currentFolder);
  const force = invocation.options.get('force')?.[0] === 'true';
  if (!force) {
    refuseSecondFile(there, null);
  }
  const questioner = questionerFor(invocation, input, program);
  try {
    const answers = await answersOf(invocation, currentFolder, questioner);
    const name = `conformance.config.${answers.format}`;
    refuseSecondFile(there, name);
    const { configSource } = await import('../init/config-source.ts');
    const schema = existsSync(join(currentFolder, schemaPath)) ? schemaPath : null;
    write(join(currentFolder, name), name, configSource(answers, schema), force);
    output.write(nextSteps(answers, name, environment));
    return 0;
  } catch (error) {
    if (error instanceof QuestionsEnded) {
      messages.write(`\n${toolName}: init was interrupted: nothing is written\n`);
      return 3;
    }
    throw error;
  } finally {
    questioner?.close();
  }
}

/** Two files would be one too many for every other command. @param replaced the one that may be there */
function refuseSecondFile(there: readonly string[], replaced: string | null): void {
  const other = there.find((name) => name !== replaced);
  if (other !== undefined) {
    throw new UsageError(
      replaced === null
        ? `${other} is here already: change it, or replace it with --force`
        : `${other} is here already, and ${replaced} beside it would be one too many: remove it first`,
    );
  }
}

/** `null` where nothing is asked. */
function questionerFor(
  { options, positional }: Invocation,
  input: TerminalInput,
  { messages }: Program,
): Questioner | null {
  const answered = ['key-env', 'plan', 'kind', 'format'].filter((option) => options.has(option)).length;
  if (options.get('yes')?.[0] === 'true' || answered + (positional === undefined ? 0 : 1) === mostQuestions) {
    return null;
  }
  if (input.isTTY !== true || !messages.isTerminal) {
    throw new UsageError('questions need a terminal: pass --yes for the defaults, and answers as options');
  }
  return questionerOn(input, messages);
}

async function answersOf(
  { options, positional }: Invocation,
  folder: string,
  questioner: Questioner | null,
): Promise<ConfigAnswers> {
  const answerTo = async <Answer>(question: Question<Answer>): Promise<Answer> => {
    const { option, otherwise, parse } = question;
    const text = option === 'base-url' ? positional : options.get(option)?.[0];
    const label = option === 'base-url' ? 'base URL' : `--${option}`;
    return text !== undefined || questioner === null
      ? parse({ value: text ?? otherwise, label })
      : questioner.ask(question);
  };
  const baseUrl = await answerTo(baseUrlQuestion);
  return {
    baseUrl,
    keyVariable: await answerTo(keyVariableQuestion),
    plan: await answerTo(planQuestion),
    kind: await answerTo(kindQuestion(baseUrl)),
    format: await answerTo(formatQuestion(projectFiles.filter((name) => existsSync(join(folder, name))))),
  };
}

function write(path: string, name: string, text: string, force: boolean): void {
  try {
    writeFileSync(path, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new UsageError(
      code === 'EEXIST'
        ? `${name} is here already: change it, or replace it with --force`
        : `${name} can't be written (${code}): make the folder writable, or change to another one`,
    );
  }
}

function nextSteps({ kind, keyVariable }: ConfigAnswers, name: string, environment: Environment): string {
  const isSet = (variable: string) => (environment[variable] ?? '') !== '';
  const lines = [
    ...(isSet(keyVariable) ? [] : [`export ${keyVariable}=…`]),
    `npx ${toolName} doctor ${kind}`,
    `npx ${toolName} run ${kind}`,
  ];
  const first = keyVariableQuestion.otherwise;
  const note =
    keyVariable !== first && isSet(first)
      ? `\n${first} is set, and comes before ${keyVariable}: unset it to use the other.\n`
      : '';
  return `${name} is written. Next:\n\n${lines.map((line) => `  ${line}\n`).join('')}${note}`;
}
