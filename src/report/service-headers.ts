import { bounded } from './cut-text.ts';
import type { ReportExchange, ServiceHeader } from './report.ts';

/** Fields that tell what answered: RFC 9110's, and those whose name says that they tell a version. */
const telling =
  /^(?:server|via|x-powered-by|x-served-by|x-generator)$|(?:^|-)(?:version|release|revision|build|commit)(?:-|$)/i;
const headersShown = 12;
const valuesShown = 3;
const longestValue = 200;

/** What answers say of the version of the service, or of what stands in front of it: by name, each value once. */
export function serviceHeaders(exchanges: Iterable<ReportExchange>): ServiceHeader[] {
  const found = new Map<string, { name: string; values: Set<string> }>();
  for (const { response } of exchanges) {
    for (const [name, value] of response?.headers ?? []) {
      if (telling.test(name)) {
        add(found, name, bounded(value, longestValue));
      }
    }
  }
  return [...found.values()].map(({ name, values }) => ({ name, values: [...values] }));
}

function add(found: Map<string, { name: string; values: Set<string> }>, name: string, value: string): void {
  const known = found.get(name.toLowerCase());
  if (known === undefined && found.size < headersShown) {
    found.set(name.toLowerCase(), { name: bounded(name, longestValue), values: new Set([value]) });
  } else if (known !== undefined && known.values.size < valuesShown) {
    known.values.add(value);
  }
}
