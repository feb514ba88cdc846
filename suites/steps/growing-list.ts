import type { Check, PlainStatus } from '../../src/suite/check.ts';
import { type Listed, listed } from '../../src/suite/listed.ts';

interface GrownList {
  readonly list: Listed;
  /** The bytes of the name of the new animal. */
  readonly addedNameBytes: number;
}

/** Creates an animal and repeats a list. Returns the list if it is longer then: a page that is cut is not. */
export async function growsByAnother(
  check: Check,
  query: { readonly limit?: number; readonly status?: PlainStatus },
  { pets }: Listed,
): Promise<GrownList | null> {
  const { creation } = await check.newAnimal(query.status ?? 'available');
  await check.session.pause(check.session.listLagMs);
  const list = await listed(check, query);
  return list === null || list.pets.length <= pets.length
    ? null
    : { list, addedNameBytes: Buffer.byteLength(creation?.sent.name ?? '') };
}
