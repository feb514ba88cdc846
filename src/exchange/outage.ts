import type { Exchange } from './exchange.ts';

/**
 * Whether an exchange shows only that the service, or the one behind its gateway, was unavailable while a command
 * restarted or deployed it: no complete response, or a 5xx. It proves nothing about a requirement.
 */
export function isOutage({ across, response, failure }: Exchange): boolean {
  return across === 'during' && (response === null || failure !== null || response.status >= 500);
}
