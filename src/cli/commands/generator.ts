import { packageVersion } from '../../package-root.ts';
import { type GeneratorOptions, startGenerator } from '../../quota/generators/burst-server.ts';
import { directTransport } from '../../target/transport.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { isLoopback, readTokenFile } from '../generator-settings.ts';
import { onInterruption } from '../interruption.ts';
import { Settings } from '../settings.ts';
import { readClientCertificate } from '../transport/read-pem.ts';
import { readTransport } from '../transport/transport-settings.ts';
import { type Located, quoted, UsageError } from '../usage-error.ts';

/**
 * `generator`: carries out the bursts of a run elsewhere, until Ctrl-C.
 *
 * @throws {UsageError} for invalid options, and an address that it can't listen on.
 */
export async function generatorCommand(invocation: Invocation, program: Program): Promise<number> {
  const settings = new Settings(invocation, {}, null);
  const { output, crash } = program;
  const options = readOptions(settings, program);
  crash.secrets.add(options.token);
  const running = await startGenerator(options).catch((error: unknown) => {
    throw listeningProblem(error, options);
  });
  const ended = new Promise<void>((resolve) => {
    onInterruption({ first: resolve, again: () => program.exit(0) });
  });
  output.write(
    [
      `The generator listens on ${running.url}`,
      `It sends requests to ${options.target} only, for callers with the token.`,
      '',
      'Use it in a run on another machine, with the token in ANIMAL_STORE_GENERATOR_TOKEN:',
      `  npx ${toolName} run ${options.target} --quota-key PLAN=KEY --generator ${running.url}`,
      '',
      'Ctrl-C ends it.',
      '',
    ].join('\n'),
  );
  await ended;
  await running.close();
  return 0;
}

function readOptions(settings: Settings, program: Program): GeneratorOptions {
  const { currentFolder } = program;
  const listen = required(settings.one('listen'), '--listen HOST:PORT');
  const token = readTokenFile(required(settings.one('token-file'), '--token-file FILE'), currentFolder);
  const target = required(settings.one('target'), '--target URL').value;
  const place = placeOf(listen);
  const tls = readTls(settings, currentFolder);
  if (tls === null && !isLoopback(place.host)) {
    throw new UsageError(
      `${listen.label}: keys would be sent unencrypted: pass --tls-certificate FILE, or listen on 127.0.0.1`,
    );
  }
  const { transport = directTransport } = readTransport(settings, target, program);
  return { ...place, token, target, transport, tls, version: packageVersion() };
}

function required(given: Located<string> | undefined, remedy: string): Located<string> {
  if (given === undefined) {
    throw new UsageError(`${remedy.split(' ', 1)[0]} is missing: pass ${remedy}`);
  }
  return given;
}

/** `127.0.0.1:9000`, `[::1]:9000`, `eu-1.example.com:9000`. */
function placeOf({ value: text, label }: Located<string>): { host: string; port: number } {
  const [, address, name, digits = ''] =
    /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = address ?? name;
  const port = Number(digits);
  if (host === undefined || port > 65_535) {
    throw new UsageError(`${label}: ${quoted(text)} is not HOST:PORT: write e.g. 127.0.0.1:9000`);
  }
  return { host, port };
}

function readTls(settings: Settings, folder: string): GeneratorOptions['tls'] {
  const certificate = settings.one('tls-certificate');
  const key = settings.one('tls-key');
  if (certificate === undefined) {
    if (key !== undefined) {
      throw new UsageError(`${key.label}: the certificate is missing: pass --tls-certificate FILE`);
    }
    return null;
  }
  return readClientCertificate(certificate, key, folder, '--tls-key');
}

function listeningProblem(error: unknown, { host, port }: GeneratorOptions): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: 'the port is in use',
    EADDRNOTAVAIL: 'this machine has no such address',
    EACCES: 'this account may not listen on that port; name one from 1024 on',
    ENOTFOUND: 'the host is unknown',
  };
  const reason = reasons[code];
  return reason === undefined ? error : new UsageError(`--listen: ${host}:${port}: ${reason}`);
}
