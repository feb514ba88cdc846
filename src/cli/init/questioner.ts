import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Screen } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { Question } from './config-answers.ts';

export type TerminalInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** The user cancelled: Ctrl-C or end of input. */
export class QuestionsEnded extends Error {
  override readonly name = 'QuestionsEnded';
}

export interface Questioner {
  /** Repeats the question until the answer is valid. @throws {QuestionsEnded} if the input ends first. */
  ask<Answer>(question: Question<Answer>): Promise<Answer>;
  /** Like `ask`, without echo. */
  askSecret<Answer>(question: Pick<Question<Answer>, 'prompt' | 'parse'>): Promise<Answer>;
  close(): void;
}

export function questionerOn(input: TerminalInput, screen: Screen): Questioner {
  // A key may be pasted together with the line before it, so nothing is echoed but what answers a question.
  let isEchoed = false;
  const output = new Writable({
    write: (chunk, _, done) => {
      if (isEchoed) {
        // The input of the user, and the cursor movements of readline.
        screen.writeVerbatim(String(chunk));
      }
      done();
    },
  });
  const lines = createInterface({
    input,
    output: Object.assign(output, { columns: screen.columns() }),
    terminal: true,
    historySize: 0,
  });
  const typed = lines[Symbol.asyncIterator]();
  lines.once('SIGINT', () => lines.close());
  lines.on('line', () => {
    isEchoed = false;
  });
  const answerTo = async (prompt: string, isSecret: boolean): Promise<string> => {
    isEchoed = !isSecret;
    lines.setPrompt(prompt);
    lines.prompt();
    if (isSecret) {
      screen.write(prompt);
    }
    const { value, done } = await typed.next();
    if (done === true) {
      throw new QuestionsEnded();
    }
    // A line break is only written after an echoed line, not after a secret or one that was typed ahead.
    if (isEchoed || isSecret) {
      screen.write('\n');
    }
    isEchoed = false;
    return value;
  };
  const ask = async <Answer>(
    prompt: string,
    otherwise: string,
    parse: Question<Answer>['parse'],
    isSecret: boolean,
  ): Promise<Answer> => {
    for (;;) {
      const text = (await answerTo(prompt, isSecret)).trim();
      try {
        return parse({ value: text === '' ? otherwise : text, label: 'this answer' });
      } catch (error) {
        if (!(error instanceof UsageError)) {
          throw error;
        }
        screen.write(`  ${error.message}\n`);
      }
    }
  };
  return {
    ask: ({ prompt, otherwise, parse }) => ask(`${prompt} [${otherwise}]: `, otherwise, parse, false),
    askSecret: ({ prompt, parse }) => ask(`${prompt}: `, '', parse, true),
    close: () => lines.close(),
  };
}
