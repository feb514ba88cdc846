import { expect } from 'vitest';
import { type Located, UsageError } from '../../src/cli/usage-error.ts';

/** A value as if it was given with `--option`. */
export function given(text: string): Located<string> {
  return { value: text, label: '--option' };
}

/** The error's message, once it is seen to be one clear line that names the option. */
export function refusal(parse: () => unknown): string {
  let refused: unknown;
  try {
    parse();
  } catch (error) {
    refused = error;
  }
  return messageOf(refused);
}

/** As `refusal`, of a promise. */
export async function asyncRefusal(parsing: Promise<unknown>): Promise<string> {
  return messageOf(
    await parsing.then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
}

function messageOf(refused: unknown): string {
  expect(refused, 'nothing was refused').toBeDefined();
  expect(refused).toBeInstanceOf(UsageError);
  const message = refused instanceof Error ? refused.message : '';
  expect(message).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  expect(message).not.toBe('');
  return message;
}
