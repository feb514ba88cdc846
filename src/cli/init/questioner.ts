import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Screen } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { Question } from './config-answers.ts';

/** The input from which answers are read: stdin. */
export type TerminalInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** The user cancelled: Ctrl-C or end of input. */
export class QuestionsEnded extends Error {
  override readonly name = 'QuestionsEnded';
}

/** Asks questions on a terminal, one after the other. */
export interface Questioner {
  /** Repeats the question until the answer is valid. @throws {QuestionsEnded} if the input ends first. */
  ask<Answer>(question: Question<Answer>): Promise<Answer>;
  /** Like `ask`, without echo. */
  askSecret<Answer>(question: Pick<Question<Answer>, 'prompt' | 'parse'>): Promise<Answer>;
  close(): void;
}

/** @param screen where the questions are shown */
export function questionerOn(input: TerminalInput, screen: Screen): Questioner {
  // A key may be pasted together with the line before it, so nothing is echoed but what answers a question.
  let isEchoed = false;
  const output = new Writable({
    write: (chunk, _, done) => {
      if (isEchoed) {
        // Typed by the user, and the cursor movements of readline.
        screen.writeVerbatim(String(chunk));
      }
      done();
    },
  });
  const columns = screen.columns();
  const lines = createInterface({
    input,
    output: Object.assign(output, { columns }),
    terminal: true,
    historySize: 0,
  });
  const typedAhead: string[] = [];
  let end: (() => void) | null = null;
  let isOver = false;
  lines.on('line', (line) => typedAhead.push(line));
  lines.once('SIGINT', () => lines.close());
  lines.once('close', () => {
    isOver = true;
    end?.();
  });
  const answerTo = (prompt: string, isSecret: boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const ahead = typedAhead.shift();
      if (ahead !== undefined) {
        screen.write(`${prompt}\n`);
        resolve(ahead);
        return;
      }
      end = () => reject(new QuestionsEnded());
      if (isOver) {
        end();
        return;
      }
      isEchoed = !isSecret;
      lines.question(isSecret ? '' : prompt, (line) => {
        isEchoed = false;
        if (isSecret) {
          screen.write('\n');
        }
        resolve(line);
      });
      if (isSecret) {
        screen.write(prompt);
      }
    });
  const ask = async <Answer>(
    prompt: string,
    otherwise: string,
    parse: Question<Answer>['parse'],
    isSecret: boolean,
  ): Promise<Answer> => {
    for (;;) {
      const text = (await answerTo(prompt, isSecret)).trim();
      try {
        return parse({ text: text === '' ? otherwise : text, label: 'this answer' });
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
