import { declaresHtml, headerValue } from '../../exchange/headers.ts';
import type { WireAnswer } from '../../target/wire-exchange.ts';

/**
 * Whether an answer of success is HTML by its media type and by its first character, as a login page or a captive
 * portal sends it: then it was not the service that answered.
 */
export function isWebPage({ status, headers, body }: WireAnswer): boolean {
  if (status < 200 || status >= 300) {
    return false;
  }
  if (!declaresHtml(headers)) {
    return false;
  }
  const isEncoded = headerValue(headers, 'Content-Encoding') !== undefined;
  return isEncoded || /^(?:\u{feff})?\s*</u.test(body.toString('utf8', 0, 100));
}
