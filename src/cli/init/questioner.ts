import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Screen } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { Question } from './config-answers.ts';

/** Whoever was asked went away: Ctrl-C, or the end of the input. */
export class QuestionsEnded extends Error {
  override readonly name = 'QuestionsEnded';
}

/** Asks questions on a terminal, one after the other. */
export interface Questioner {
  /** Asks until the answer is one. @throws {QuestionsEnded} where no answer comes any more. */
  ask<Answer>(question: Question<Answer>): Promise<Answer>;
  close(): void;
}

/** @param screen where the questions are shown */
export function questionerOn(input: NodeJS.ReadableStream, screen: Screen): Questioner {
  const output = new Writable({
    write: (chunk, _, done) => {
      screen.write(String(chunk));
      done();
    },
  });
  const columns = screen.columns();
  const lines = createInterface({ input, output: Object.assign(output, { columns }), terminal: true });
  const ending = new AbortController();
  lines.once('SIGINT', () => lines.close());
  lines.once('close', () => ending.abort());
  const answerTo = async (prompt: string): Promise<string> => {
    try {
      return await lines.question(prompt, { signal: ending.signal });
    } catch (error) {
      throw ending.signal.aborted ? new QuestionsEnded() : error;
    }
  };
  return {
    ask: async ({ prompt, otherwise, parse }) => {
      for (;;) {
        const text = (await answerTo(`${prompt} [${otherwise}]: `)).trim();
        try {
          return parse({ text: text === '' ? otherwise : text, label: 'this answer' });
        } catch (error) {
          if (!(error instanceof UsageError)) {
            throw error;
          }
          screen.write(`  ${error.message}\n`);
        }
      }
    },
    close: () => lines.close(),
  };
}
