import type { Program } from '../command.ts';
import type { Settings } from '../settings.ts';
import { otlpHeaders } from './otlp-headers.ts';
import type { MetricsReceiver } from './send-metrics.ts';

/**
 * Where `--otlp` sends the metrics, or `null` without it.
 *
 * @throws {UsageError} for header fields in the environment that can't be sent.
 */
export function metricsReceiver(settings: Settings, program: Program): MetricsReceiver | null {
  const url = settings.value('otlp');
  if (url === null) {
    return null;
  }
  const headers = otlpHeaders(program.environment);
  for (const value of Object.values(headers)) {
    program.crash.secrets.add(value);
  }
  return { url, headers };
}
