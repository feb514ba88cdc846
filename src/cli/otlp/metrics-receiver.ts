import { directTransport } from '../../target/transport.ts';
import type { Program } from '../command.ts';
import type { Settings } from '../settings.ts';
import { proxyOf } from '../transport/proxy-of.ts';
import { authoritiesOf } from '../transport/transport-settings.ts';
import { otlpHeaders } from './otlp-headers.ts';
import type { MetricsReceiver } from './send-metrics.ts';

/**
 * Where `--otlp` sends the metrics, or `null` without it: by the proxy of the environment and with the authorities of
 * `--ca-file`, like any request. Header fields, addresses and client certificates are those of the service alone.
 *
 * @throws {UsageError} for header fields or a proxy in the environment that can't be used, and for a wrong file.
 */
export function metricsReceiver(settings: Settings, program: Program): MetricsReceiver | null {
  const url = settings.value('otlp');
  if (url === null) {
    return null;
  }
  const { environment, currentFolder } = program;
  const headers = otlpHeaders(environment);
  for (const value of Object.values(headers)) {
    program.crash.secrets.add(value);
  }
  const transport = {
    ...directTransport,
    proxy: proxyOf(new URL(url), environment),
    certificateAuthorities: authoritiesOf(settings, currentFolder, environment),
  };
  return { url, headers, transport };
}
