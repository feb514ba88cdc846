import type { Subject } from '../../attestation/statement.ts';
import { type Located, quoted, UsageError } from '../usage-error.ts';

const forms = [
  /^(?<name>[^\s@][^\s]{0,500})@sha256:(?<sha256>[0-9a-f]{64})$/,
  /^(?<name>[^\s@][^\s]{0,500})@gitCommit:(?<gitCommit>[0-9a-f]{40}|[0-9a-f]{64})$/,
];

/** Reads `NAME@sha256:…` or `NAME@gitCommit:…`. @throws {UsageError} if it is missing or neither. */
export function parseImplementation(given: Located<string> | undefined): Subject {
  if (given === undefined) {
    throw new UsageError(
      '--implementation is missing: name what was tested, with the digest of its image (NAME@sha256:…) or its commit (NAME@gitCommit:…)',
    );
  }
  for (const form of forms) {
    const { name, ...digest } = form.exec(given.value)?.groups ?? {};
    if (name !== undefined) {
      return { name, digest };
    }
  }
  throw new UsageError(
    `${given.label}: ${quoted(given.value)} is neither NAME@sha256: with 64 hexadecimal digits nor NAME@gitCommit: with 40; the digits are in lower case, and the name has no white space`,
  );
}
