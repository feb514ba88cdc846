import { Agent, request } from 'undici';
import { renderOtlpMetrics } from '../../report/metrics/otlp-json.ts';
import type { Report } from '../../report/report.ts';
import type { Redactor } from '../../secrets/redaction.ts';

/** Where the metrics of a report are sent. */
export interface MetricsReceiver {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** From connecting to the end of the response. */
const longestMs = 10_000;
const largestAnswer = 65_536;

/**
 * Sends the metrics of a report once, as OTLP/JSON over HTTP: no redirect is followed, and nothing is sent again.
 *
 * @param redactor masks the secrets that a report should no longer hold
 * @returns why they were not delivered, or `null`. Never throws.
 */
export async function sendMetrics(
  report: Report,
  { url, headers }: MetricsReceiver,
  redactor: Redactor,
  withinMs = longestMs,
): Promise<string | null> {
  const dispatcher = new Agent({ maxResponseSize: largestAnswer });
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: redactor.redactionOfAll(renderOtlpMetrics(report)).text,
      signal: AbortSignal.timeout(withinMs),
      dispatcher,
    });
    const text = await body.text();
    return statusCode >= 200 && statusCode < 300 ? rejection(text) : `it returned ${statusCode}`;
  } catch (error) {
    return failureText(error, withinMs);
  } finally {
    await dispatcher.destroy();
  }
}

/** A receiver that takes a part returns 200 and the number of the others. */
function rejection(text: string): string | null {
  const count = Number(rejectedIn(text));
  return count > 0 ? `it rejected ${count} data points` : null;
}

function rejectedIn(text: string): unknown {
  try {
    const answer: { partialSuccess?: { rejectedDataPoints?: unknown } } | null = JSON.parse(text);
    return answer?.partialSuccess?.rejectedDataPoints;
  } catch {
    return undefined;
  }
}

/** Only the code of an error: its message may quote the request. */
function failureText(error: unknown, withinMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `no response within ${withinMs / 1_000} s`;
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'the connection failed';
}
