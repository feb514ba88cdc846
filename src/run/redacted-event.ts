import type { Redactor } from '../secrets/redaction.ts';
import type { RunEvent } from '../verdict/run-event.ts';

/** Events with texts about requests that were not sent, of internal errors, of commands and of files of the user. */
const withTexts: ReadonlySet<RunEvent['type']> = new Set([
  'run-started',
  'check-finished',
  'internal-error',
  'observation',
  'finding',
  'preflight',
  'across',
]);

/** An event without secrets in its texts. Exchanges are redacted when they are recorded. */
export function redactedEvent(event: RunEvent, redactor: Redactor): RunEvent {
  return withTexts.has(event.type) ? redactedValue(event, redactor) : event;
}

/** A value with every text in it redacted. */
export function redactedValue<Value>(value: Value, redactor: Redactor): Value;
export function redactedValue(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') {
    return redactor.redact(value);
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => redactedValue(item, redactor));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactedValue(item, redactor)]))
    : value;
}
