import type { Settings } from '../settings/settings.ts';
import { type Located, requireThat, UsageError } from '../usage-error.ts';

const keyOptions = ['api-key', 'revoked-key', 'quota-key'] as const;
type KeyOption = (typeof keyOptions)[number];

const leastLength = 8;
const leastDifferent = 5;
/** `$NAME`, `${NAME}`, `${{ secrets.NAME }}`, `%NAME%`: what a shell or a pipeline should have replaced. */
const unexpanded = /^(?:\$[A-Za-z_]\w*|\$\{[^}]*\}|\$\{\{.*\}\}|%\w+%)$/;

/**
 * Refuses keys that can't be distinguished from other text, and so can't be hidden in reports, and a variable name
 * instead of a key.
 *
 * @param options the options whose keys the command uses
 * @throws {UsageError} which does not repeat the key
 */
export function refuseWeakKeys(settings: Settings, options: readonly KeyOption[] = keyOptions): void {
  for (const { value: key, label } of options.flatMap((option) => keysOf(option, settings))) {
    requireThat(
      !unexpanded.test(key),
      `${label}: this is the name of a variable, not its value: let the shell or the pipeline expand it, in double quotes, and check that it is set there`,
    );
    if (/^Bearer\s/i.test(key) || /^(["']).*\1$/s.test(key)) {
      throw new UsageError(
        `${label}: pass the key alone, without the word Bearer and without quotation marks; the program adds Bearer to each request`,
      );
    }
    requireThat(
      !isWeak(key),
      `${label}: the key has fewer than ${leastLength} characters, or fewer than ${leastDifferent} different ones, so it can't be hidden in reports; use another`,
    );
  }
}

/** The key of a plan is empty where none is needed. */
function keysOf(option: KeyOption, settings: Settings): readonly Located<string>[] {
  return option === 'quota-key'
    ? settings.given(option).map(({ value, label }) => ({ value: value.key, label }))
    : settings.given(option);
}

function isWeak(key: string): boolean {
  return key !== '' && (key.length < leastLength || new Set(key).size < leastDifferent);
}
