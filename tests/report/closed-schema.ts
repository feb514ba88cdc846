import { readFileSync } from 'node:fs';

/** The options that compile published schemas. */
export const ajvOptions = {
  strictTypes: false,
  formats: { 'date-time': (text: string) => new Date(text).toISOString() === text },
};

/** A published schema. */
export function schemaNamed(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8'));
}

/**
 * A JSON Schema with every object closed: what is not described may not be there.
 *
 * @param node `schema`, or an object whose members are schemas
 */
export function closedSchema(node: unknown, kind: 'schema' | 'members' = 'schema'): Record<string, unknown> {
  const members = Object.entries(node ?? {}).map(([name, member]) => [name, closed(member)]);
  return Object.fromEntries(kind === 'members' ? members : [...members, ['additionalProperties', false]]);
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(closed);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const members = closedSchema(value, 'members');
  return 'properties' in value && 'required' in value && 'type' in value
    ? { ...members, additionalProperties: false }
    : members;
}
