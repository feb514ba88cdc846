/**
 * The order in which the suites run. New animals come first, while lists are short; whatever fills the store
 * comes before what needs it full; and what looks at the whole run comes last.
 */
export const suiteOrder = [
  'fresh-animals',
  'refusals',
  'auth',
  'refused-without-effect',
  'create',
  'get',
  'sequences',
  'list',
  'errors',
  'interface',
  'closing',
] as const;
