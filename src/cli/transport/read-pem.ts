import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import type { ClientCertificate } from '../../target/transport.ts';
import { readNamedFile } from '../report-files/named-file.ts';
import { type Located, quoted, requireThat, UsageError } from '../usage-error.ts';

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const publicKeyBlock = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/;
const keyBlock = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----[\s\S]+?-----END (?:[A-Z0-9]+ )*PRIVATE KEY-----/;

/**
 * The certificates of a PEM file, without its other contents.
 *
 * @param folder that a relative path starts from
 * @throws {UsageError} for a file that can't be read, holds none, or one that is damaged.
 */
export function readCertificates(given: Located<string>, folder: string): string[] {
  return certificatesIn(textOf(given, folder), given);
}

/**
 * A certificate, with those between it and its authority, and its private key, which may be in the same file.
 *
 * @throws {UsageError} for a file that can't be read, a key that is protected or missing, and one of another
 * certificate.
 */
export function readClientCertificate(
  certificate: Located<string>,
  key: Located<string> | undefined,
  folder: string,
  keyOption = '--client-key',
): ClientCertificate {
  const text = textOf(certificate, folder);
  const certificates = certificatesIn(text, certificate);
  const source = key ?? certificate;
  if (key === undefined && !keyBlock.test(text)) {
    throw new UsageError(`${certificate.label}: the private key is missing: pass ${keyOption} FILE`);
  }
  const pem = key === undefined ? text : textOf(key, folder);
  const privateKey = keyIn(pem, source);
  requireThat(
    new X509Certificate(certificates[0] ?? '').checkPrivateKey(privateKey),
    `${source.label}: this is not the private key of that certificate`,
  );
  return { certificate: certificates.join('\n'), privateKey: keyBlock.exec(pem)?.[0] ?? '' };
}

/** The private key of a PEM file. @throws {UsageError} for a file that can't be read, and a key that is protected or missing. */
export function readPrivateKey(given: Located<string>, folder: string): KeyObject {
  return keyIn(textOf(given, folder), given);
}

/** The public key of a PEM file. @throws {UsageError} for a file that can't be read or has none. */
export function readPublicKey(given: Located<string>, folder: string): KeyObject {
  const [block] = publicKeyBlock.exec(textOf(given, folder)) ?? [];
  try {
    return createPublicKey(block ?? '');
  } catch {
    throw new UsageError(
      `${given.label}: ${quoted(given.value)} has no public key in PEM (-----BEGIN PUBLIC KEY-----)`,
    );
  }
}

function keyIn(pem: string, { label, value: text }: Located<string>): KeyObject {
  try {
    return createPrivateKey(keyBlock.exec(pem)?.[0] ?? '');
  } catch {
    throw new UsageError(
      `${label}: ${quoted(text)} has no private key in PEM (-----BEGIN PRIVATE KEY-----), without a passphrase`,
    );
  }
}

function certificatesIn(pem: string, { label, value: text }: Located<string>): string[] {
  const blocks = pem.match(certificateBlock) ?? [];
  const isRight = blocks.length > 0 && blocks.every(isCertificate);
  requireThat(
    isRight,
    `${label}: ${quoted(text)} has no certificate in PEM (-----BEGIN CERTIFICATE-----), or a damaged one`,
  );
  return [...blocks];
}

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}

/** Beside the blocks there may be text of any encoding. */
function textOf({ label, value: text }: Located<string>, folder: string): string {
  return readNamedFile(resolve(folder, text), `${label}: ${quoted(text)}`).toString('latin1');
}
