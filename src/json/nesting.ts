/** Deeper than any file of this program or of a browser, and far below the stack limit of recursive functions. */
const mostLevels = 1_000;

/**
 * Whether a value of JSON is nested so deep that it can't be walked by recursion, as `JSON.stringify` walks it.
 * `JSON.parse` copes with any depth.
 */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) {
      return true;
    }
    const below: unknown[] = [];
    for (const one of level) {
      if (typeof one === 'object' && one !== null) {
        for (const child of Object.values(one)) {
          if (typeof child === 'object' && child !== null) {
            below.push(child);
          }
        }
      }
    }
    level = below;
  }
  return false;
}
