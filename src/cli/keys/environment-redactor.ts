import { Redactor, type Secret } from '../../secrets/redaction.ts';
import { quotaKeyShownAs } from '../../target/api-request.ts';
import { plans } from '../options/service-values.ts';
import type { Environment } from '../settings/settings.ts';

/** Masks the keys in the environment; a command that sends nothing knows no others. */
export function environmentRedactor(environment: Environment, further: readonly Secret[] = []): Redactor {
  const key = environment['ANIMAL_STORE_API_KEY'] ?? '';
  const quotaKeys = (environment['ANIMAL_STORE_QUOTA_KEYS'] ?? '').split(',').map((given) => {
    const plan = plans.find((name) => given.trimStart().startsWith(`${name}=`));
    return plan === undefined ? given.trimStart() : given.trimStart().slice(plan.length + 1);
  });
  return new Redactor([
    ...further,
    { value: key, shownAs: '$ANIMAL_STORE_API_KEY' },
    ...quotaKeys.map((value, index) => ({ value, shownAs: quotaKeyShownAs(index + 1) })),
  ]);
}
