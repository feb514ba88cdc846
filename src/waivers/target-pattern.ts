/**
 * Whether a waiver's target names a base address: the same text but for slashes at its end, `*` standing for any
 * characters.
 */
export function namesTarget(pattern: string, baseUrl: string): boolean {
  const parts = withoutSlashes(pattern)
    .split(/\*+/)
    .map((part) => part.replace(/[\\^$.|?+()[\]{}/-]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(withoutSlashes(baseUrl));
}

function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') {
    end -= 1;
  }
  return address.slice(0, end);
}
