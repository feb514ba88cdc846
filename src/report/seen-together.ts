import type { Operation } from '../exchange/exchange.ts';
import { operationOfExchange } from './operation-counts.ts';
import type { RunRecord } from './run-record.ts';

interface Member {
  readonly exchanges: ReadonlySet<number>;
}
interface Group<M extends Member> {
  readonly text: string;
  readonly members: M[];
}

/** Of the smaller set's exchanges so many have to be in the larger one. */
const leastShared = 0.9;

/**
 * Joins groups of violations that the same exchanges show. What shows in most exchanges of an operation meets every
 * other violation by chance, so it joins nothing; so does what was seen once.
 */
export function seenTogether<M extends Member>(groups: readonly Group<M>[], run: RunRecord): Group<M>[] {
  const isUsual = usual(run);
  const joined: Group<M>[] = [];
  for (const group of groups) {
    const rare = group.members.filter(({ exchanges }) => !isUsual(exchanges));
    const other = joined.find(({ members }) =>
      members.some((one) => !isUsual(one.exchanges) && rare.some((two) => areShownTogether(one, two))),
    );
    if (other === undefined) {
      joined.push({ text: group.text, members: [...group.members] });
    } else {
      other.members.push(...group.members);
    }
  }
  return joined;
}

function areShownTogether(one: Member, two: Member): boolean {
  const [small, large] =
    one.exchanges.size < two.exchanges.size ? [one.exchanges, two.exchanges] : [two.exchanges, one.exchanges];
  const shared = [...small].filter((number) => large.has(number)).length;
  return small.size > 1 && shared >= small.size * leastShared;
}

/** Tells of a set whether it holds most exchanges of the operation that its first one is of. */
function usual(run: RunRecord): (shown: ReadonlySet<number>) => boolean {
  const totals = new Map<Operation | null, number>();
  for (const exchange of run.exchanges.values()) {
    const operation = operationOfExchange(exchange);
    totals.set(operation, (totals.get(operation) ?? 0) + 1);
  }
  return (shown) => {
    const [first] = shown;
    const example = first === undefined ? undefined : run.exchanges.get(first);
    return example === undefined || shown.size * 2 > (totals.get(operationOfExchange(example)) ?? 0);
  };
}
