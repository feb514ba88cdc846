import type { Subject } from '../../attestation/statement.ts';
import { quoted, UsageError } from '../usage-error.ts';

const forms = [
  /^(?<name>[^\s@][^\s]{0,500})@sha256:(?<sha256>[0-9a-f]{64})$/,
  /^(?<name>[^\s@][^\s]{0,500})@gitCommit:(?<gitCommit>[0-9a-f]{40}|[0-9a-f]{64})$/,
];

/** Reads `NAME@sha256:…` or `NAME@gitCommit:…`. @throws {UsageError} for anything else. */
export function parseImplementation(text: string): Subject {
  for (const form of forms) {
    const { name, ...digest } = form.exec(text)?.groups ?? {};
    if (name !== undefined) {
      return { name, digest };
    }
  }
  throw new UsageError(
    `${quoted(text)} is neither NAME@sha256: with 64 hexadecimal digits nor NAME@gitCommit: with 40; the digits are in lower case, and the name has no white space`,
  );
}
