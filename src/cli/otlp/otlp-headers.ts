import { UsageError } from '../usage-error.ts';

const variable = 'OTEL_EXPORTER_OTLP_HEADERS';
const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
/** Those that the client writes itself. */
const refused = /^(?:host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|content-.*)$/i;

/**
 * The header fields of the standard variable of OpenTelemetry: `name=value,name=value`, values percent-encoded. No
 * error contains a value, because it is a credential.
 *
 * @throws {UsageError} for anything else, and for fields that the client writes.
 */
export function otlpHeaders(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const pairs = (environment[variable] ?? '').split(',').map((pair) => pair.trim());
  return Object.fromEntries(pairs.filter((pair) => pair !== '').map(headerOf));
}

function headerOf(pair: string, index: number): [name: string, value: string] {
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(0, equals)).trim();
  const value = decoded(pair.slice(equals + 1).trim());
  if (!fieldName.test(name) || value === null || !/^[\t\x20-\x7e]+$/.test(value)) {
    throw new UsageError(`${variable}: entry ${index + 1} is not NAME=VALUE with a percent-encoded value`);
  }
  if (refused.test(name)) {
    throw new UsageError(`${variable}: the client writes ${name} itself: leave it out`);
  }
  return [name, value];
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
