import { type Located, UsageError } from '../usage-error.ts';

const path = '/v1/metrics';

/**
 * The URL that metrics are sent to: of a collector, to which the path of OTLP/HTTP is added if it is not there. No
 * error contains the text, because it may have a secret.
 *
 * @throws {UsageError} for anything but an http or https URL without user information, query and fragment.
 */
export function parseOtlpUrl({ value: text, label }: Located<string>): string {
  if (!/^https?:\/\/[^\s?#]+$/i.test(text) || !URL.canParse(text)) {
    throw new UsageError(
      `${label}: this is no http or https URL without query and fragment; write e.g. http://localhost:4318`,
    );
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(
      `${label}: remove everything up to "@", and pass credentials in OTEL_EXPORTER_OTLP_HEADERS`,
    );
  }
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  return base.endsWith(path) ? base : base + path;
}
