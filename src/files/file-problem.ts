import { basename } from 'node:path';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'there is a file of that name',
  EFBIG: 'the file reached the largest size that is allowed',
  EIO: 'the disk failed',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link, or its links form a loop',
  EMFILE: 'this process has too many open files; raise the limit, for example with `ulimit -n 1024`',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'this machine has too many open files',
  ENOENT: 'no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'the path or a part of it is not a folder',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ERR_FS_EISDIR: 'it is a folder',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
  ERR_STRING_TOO_LONG: 'it is too large',
};

/** The reason of a file system error in words, or its code if uncommon. */
export function fileProblem(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? code;
}

/** The code of a system error, as `ENOSPC`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

/** Whether the process or the machine ran out of file descriptors. */
export function isOutOfDescriptors(error: unknown): boolean {
  return ['EMFILE', 'ENFILE'].includes(codeOf(error));
}

/** An error of the file system with a file of a report; neither this program nor the service is the cause. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';

  /** @param verb what could not be done to the file */
  constructor(path: string, error: unknown, verb: 'read' | 'write' = 'write') {
    super(`can't ${verb} ${basename(path)}: ${fileProblem(error)} (${path})`, { cause: error });
  }
}

/**
 * Runs a file system operation.
 *
 * @throws {FileRefused} if it fails.
 */
export function refusable<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw new FileRefused(path, error);
  }
}
