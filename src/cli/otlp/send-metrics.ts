import type { Socket } from 'node:net';
import { Agent, request } from 'undici';
import { renderOtlpMetrics } from '../../report/metrics/otlp-json.ts';
import type { Report } from '../../report/report.ts';
import type { Redactor } from '../../secrets/redaction.ts';
import { TransportFailure } from '../../target/connect-failure.ts';
import { openSocket } from '../../target/open-socket.ts';
import type { Transport } from '../../target/transport.ts';

/** Where the metrics of a report are sent. */
export interface MetricsReceiver {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: Transport;
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
  { url, headers, transport }: MetricsReceiver,
  redactor: Redactor,
  withinMs = longestMs,
): Promise<string | null> {
  const opening = new Set<Socket>();
  const signal = AbortSignal.timeout(withinMs);
  const dispatcher = new Agent({
    maxResponseSize: largestAnswer,
    connect: (_options, callback) => {
      const socket = openSocket(new URL(url), transport, (failure, opened) => {
        signal.removeEventListener('abort', giveUp);
        return failure === null ? callback(null, opened) : callback(failure, null);
      });
      opening.add(socket);
      // A request learns of its signal only once it is connected, which a silent proxy prevents for ever.
      const giveUp = (): void => {
        if (!socket.destroyed) {
          socket.destroy();
          callback(signal.reason, null);
        }
      };
      signal.addEventListener('abort', giveUp, { once: true });
    },
  });
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: redactor.redactionOfAll(renderOtlpMetrics(report)).text,
      signal,
      dispatcher,
    });
    const text = await body.text();
    return statusCode >= 200 && statusCode < 300 ? rejection(text) : `it returned ${statusCode}`;
  } catch (error) {
    return failureText(error, withinMs);
  } finally {
    for (const socket of opening) {
      socket.destroy();
    }
    await dispatcher.destroy();
  }
}

/** A receiver that takes a part returns 200 and the number of the others. */
function rejection(text: string): string | null {
  // An int64 is a string in this JSON; some receivers send numbers.
  const count = String(rejectedIn(text) ?? 0);
  if (/^0+$/.test(count)) {
    return null;
  }
  return /^\d{1,19}$/.test(count)
    ? `it rejected ${count} data points`
    : 'it returned an invalid number of rejected data points';
}

function rejectedIn(text: string): unknown {
  try {
    const answer: { partialSuccess?: { rejectedDataPoints?: unknown } } | null = JSON.parse(text);
    return answer?.partialSuccess?.rejectedDataPoints;
  } catch {
    return undefined;
  }
}

/** Of other errors than those of connecting only the code: their messages may quote the request. */
function failureText(error: unknown, withinMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `no response within ${withinMs / 1_000} s`;
  }
  if (error instanceof TransportFailure) {
    return error.message;
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'the connection failed';
}
