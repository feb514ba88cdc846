const titles: Readonly<Record<string, string>> = {
  auth: 'Authentication',
  list: 'Listing',
  create: 'Creation',
  get: 'Reading by id',
  responses: 'Responses',
  errors: 'Errors',
  rate: 'Rate limit headers',
  quota: 'Plan limits',
  version: 'Version',
  store: 'Store',
};

/** What a group of requirements is called where people read: `Authentication` for `auth`. */
export function groupTitle(group: string): string {
  return titles[group] ?? group;
}
