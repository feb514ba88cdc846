/** Requirements that are judged whoever else uses the key; the others need it to be the run's own. */
export const tierOne: ReadonlySet<string> = new Set([
  'quota/limit-enforced',
  'quota/never-exceeded',
  'quota/shared-across-operations',
  'quota/remaining-zero',
  'quota/retry-after-present',
  'quota/retry-after-readable',
  'quota/retry-after-proportionate',
  'quota/refused-without-effect',
  'quota/day-limit',
  'rate/limit-matches-plan',
  'rate/reset-is-timestamp',
]);
