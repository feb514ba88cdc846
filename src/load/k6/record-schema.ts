import { compiledSchema } from '../../json/published-schema.ts';

/** Why a record of k6 does not match its schema, or `null`. */
export function recordProblem(value: unknown): string | null {
  const fits = compiledSchema('load-k6.schema.json');
  if (fits(value)) {
    return null;
  }
  const { instancePath = '', message = 'does not fit' } = fits.errors?.[0] ?? {};
  return `${instancePath === '' ? 'the record' : instancePath.slice(0, 100)} ${message}`;
}
