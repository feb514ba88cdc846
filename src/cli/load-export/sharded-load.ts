/** A load whose shards another engine starts. */
export interface ShardedLoad {
  /** A name for the engine's objects, a DNS label (RFC 1123): `animal-store-load`. */
  readonly name: string;
  /** The arguments of `load` that all shards share, without keys: the base URL and options. */
  readonly arguments: readonly string[];
  readonly shards: number;
  /** The container image with this program. */
  readonly image: string;
}

/** Where the outcome of each shard goes. */
export const outcomeFolder = 'outcomes';
export const reportFolder = 'report';

/** The variable of the key, in the secrets of each engine. */
export const keyVariable = 'ANIMAL_STORE_API_KEY';
