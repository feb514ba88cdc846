import type { Listed } from '../../src/suite/listed.ts';

/** Whether a list in the order of ids omits one between two others. */
export function isOmittedInside(list: Listed, id: bigint): boolean {
  const ids = list.pets.map((pet) => pet.id);
  const inOrder = [ids, ids.toReversed()].find((some) => isAscending(some));
  const [least, greatest] = [inOrder?.[0], inOrder?.at(-1)];
  return least !== undefined && greatest !== undefined && least < id && id < greatest && !isIn(list, id);
}

function isAscending(ids: readonly bigint[]): boolean {
  return ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id));
}

function isIn({ pets }: Listed, id: bigint): boolean {
  return pets.some((pet) => pet.id === id);
}
