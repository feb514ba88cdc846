import { expect } from 'vitest';
import type { Given } from '../../src/cli/parse/given.ts';
import { UsageError } from '../../src/cli/usage-error.ts';

/** A value as if it was given with `--option`. */
export function given(text: string): Given {
  return { text, label: '--option' };
}

/** The error's message, once it is seen to be one clear line that names the option. */
export function refusal(parse: () => unknown): string {
  let message: string | undefined;
  try {
    parse();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    message = error instanceof Error ? error.message : '';
  }
  expect(message, 'nothing was refused').toBeDefined();
  expect(message).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  expect(message).not.toBe('');
  return message ?? '';
}
