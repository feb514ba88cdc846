/**
 * Every pair of two lists, so ordered that a beginning of it has as many different items of both as it can:
 * the first `max(m, n)` pairs hold every item of either list.
 */
export function crossed<Left, Right>(left: readonly Left[], right: readonly Right[]): [Left, Right][] {
  const pairs: [Left, Right][] = [];
  const period = leastCommonMultiple(left.length, right.length);
  for (let index = 0; index < left.length * right.length; index += 1) {
    const one = left[index % left.length];
    const other = right[(index + Math.floor(index / period)) % right.length];
    if (one !== undefined && other !== undefined) {
      pairs.push([one, other]);
    }
  }
  return pairs;
}

function leastCommonMultiple(left: number, right: number): number {
  let divisor = left;
  let rest = right;
  while (rest !== 0) {
    [divisor, rest] = [rest, divisor % rest];
  }
  return divisor === 0 ? 1 : (left * right) / divisor;
}
