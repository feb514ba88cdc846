import type { Redactor } from '../secrets/redaction.ts';
import type { Baseline } from '../verdict/baseline.ts';
import type { PreflightStep, RunEvent, RunHeader } from '../verdict/run-event.ts';

/**
 * An event without secrets in its texts. Exchanges are redacted when they are recorded; texts about requests that were
 * not sent, and messages of internal errors, are redacted here.
 */
export function redactedEvent(event: RunEvent, redactor: Redactor): RunEvent {
  const redact = (text: string): string => redactor.redactDerived(text);
  switch (event.type) {
    case 'run-started':
      return { ...event, header: redactedHeader(event.header, redact) };
    case 'check-finished':
      return { ...event, reason: event.reason === null ? null : redact(event.reason) };
    case 'internal-error':
      return { ...event, message: redact(event.message) };
    case 'observation':
      return { ...event, text: redact(event.text) };
    case 'finding': {
      const { message, expected, actual } = event.finding;
      return {
        ...event,
        finding: {
          ...event.finding,
          message: redact(message),
          expected: redact(expected),
          actual: redact(actual),
        },
      };
    }
    case 'preflight':
      return { ...event, step: redactedStep(event.step, redact) };
    default:
      return event;
  }
}

/** A step of the preflight without secrets in what it says. */
export function redactedStep(step: PreflightStep, redact: (text: string) => string): PreflightStep {
  const { text, remedy } = step;
  return { ...step, text: redact(text), remedy: remedy === null ? null : redact(remedy) };
}

/** Texts of waivers and baselines may contain a key too. */
function redactedHeader(header: RunHeader, redact: (text: string) => string): RunHeader {
  const { waivers, baseline } = header;
  return {
    ...header,
    ...(waivers === undefined
      ? {}
      : {
          waivers: waivers.map((waiver) => ({
            ...waiver,
            reason: redact(waiver.reason),
            owner: waiver.owner === null ? null : redact(waiver.owner),
            link: waiver.link === null ? null : redact(waiver.link),
          })),
        }),
    ...(baseline === undefined ? {} : { baseline: redactedBaseline(baseline, redact) }),
  };
}

function redactedBaseline(baseline: Baseline, redact: (text: string) => string): Baseline {
  return {
    ...baseline,
    source: redact(baseline.source),
    ...(baseline.target === undefined ? {} : { target: redact(baseline.target) }),
    violated: baseline.violated.map(({ requirement, kinds }) => ({ requirement, kinds: kinds.map(redact) })),
  };
}
