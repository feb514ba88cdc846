import type { Given } from './parse/given.ts';
import type { Settings } from './settings.ts';
import { UsageError } from './usage-error.ts';

const keyOptions = ['api-key', 'revoked-key', 'quota-key'] as const;
type KeyOption = (typeof keyOptions)[number];

const leastLength = 8;
const leastDifferent = 5;
/** `$NAME`, `${NAME}`, `${{ secrets.NAME }}`, `%NAME%`: what a shell or a pipeline should have replaced. */
const unexpanded = /^(?:\$[A-Za-z_]\w*|\$\{[^}]*\}|\$\{\{.*\}\}|%\w+%)$/;

/**
 * Refuses keys that can't be told from other text, and so not be hidden in reports; and a variable in the place of a
 * key.
 *
 * @param options those of which the keys are used
 * @throws {UsageError} which does not repeat the key
 */
export function refuseWeakKeys(settings: Settings, options: readonly KeyOption[] = keyOptions): void {
  for (const { text, label } of options.flatMap((option) => keysOf(option, settings))) {
    if (unexpanded.test(text)) {
      throw new UsageError(
        `${label}: this is the name of a variable, not its value: let the shell or the pipeline expand it, in double quotes, and check that it is set there`,
      );
    }
    if (isWeak(text) && !settings.flag('allow-weak-key')) {
      throw new UsageError(
        `${label}: the key has fewer than ${leastLength} characters, or fewer than ${leastDifferent} different ones, so it can't be hidden in reports; use another, or pass --allow-weak-key`,
      );
    }
  }
}

/** Of `PLAN=KEY` the key; a plan may stand alone where none is needed. */
function keysOf(option: KeyOption, settings: Settings): readonly Given[] {
  const given = settings.all(option);
  return option !== 'quota-key'
    ? given
    : given
        .filter(({ text }) => text.includes('='))
        .map(({ text, label }) => ({ text: text.slice(text.indexOf('=') + 1), label }));
}

function isWeak(key: string): boolean {
  return key !== '' && (key.length < leastLength || new Set(key).size < leastDifferent);
}
