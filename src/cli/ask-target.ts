import type { Invocation, Program } from './command.ts';
import { givenSettings } from './config-target.ts';
import { baseUrlQuestion } from './init/config-answers.ts';
import { QuestionsEnded, questionerOn, type TerminalInput } from './init/questioner.ts';
import { parseApiKey } from './parse/api-key.ts';
import type { Settings } from './settings.ts';
import { isAttended } from './terminal.ts';

export interface AskedTarget {
  readonly invocation: Invocation;
  readonly settings: Settings;
}

/**
 * The settings of a command. In a terminal it asks for the base URL if there is none, and then for the key if there is
 * none. Resolves with `null` if Ctrl-C or Ctrl-D ends the questions.
 *
 * @throws {UsageError} as `givenSettings`
 */
export async function askedTarget(
  invocation: Invocation,
  program: Program,
  input: TerminalInput,
): Promise<AskedTarget | null> {
  const settings = await givenSettings(invocation, program);
  const { environment, messages, output } = program;
  const isGiven = settings.flag('reference') || settings.baseUrl() !== undefined;
  if (
    isGiven ||
    settings.value('output') === 'json' ||
    input.isTTY !== true ||
    !isAttended(output, environment)
  ) {
    return { invocation, settings };
  }
  const needsKey = !settings.flag('dry-run') && settings.one('api-key') === undefined;
  const questioner = questionerOn(input, messages.isTerminal ? messages : output);
  try {
    const positional = await questioner.ask(baseUrlQuestion);
    const options = new Map(invocation.options);
    if (needsKey) {
      const key = await questioner.askSecret({ prompt: 'API key (not shown)', parse: parseApiKey });
      program.crash.secrets.add(key);
      options.set('api-key', [key]);
    }
    const answered = { ...invocation, positional, options };
    return { invocation: answered, settings: await givenSettings(answered, program) };
  } catch (error) {
    if (error instanceof QuestionsEnded) {
      return null;
    }
    throw error;
  } finally {
    questioner.close();
  }
}
