import { gunzipSync, gzipSync } from 'node:zlib';
import { recordLines } from './record-lines.ts';
import { DamagedLog, type ReadRecord } from './record-reader.ts';
import { outcomeVersion, type ShardOutcome } from './shard-outcome.ts';
import { planDigest } from './shard-plan.ts';
import { shardName } from './share.ts';

/** Far more than the outcome of any shard. */
const mostBytes = 100_000_000;
/** The first bytes of compressed data (RFC 1952, section 2.3.1). */
const gzipMagic = 0x1f8b;

/** The lines of an outcome. */
export function outcomeLines(outcome: ShardOutcome): string[] {
  const { plan, shard } = outcome;
  // Compressed, because that includes a checksum: an outcome that can be read is the one that was written.
  return recordLines(planDigest(plan), shardName(shard), 'outcome', gzipSync(JSON.stringify(outcome)));
}

/**
 * The outcome in a record; `null` for a record of k6, which is not compressed.
 *
 * @throws {DamagedLog}
 */
export function outcomeIn({ bytes, digest, from, place }: ReadRecord): ShardOutcome | null {
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== gzipMagic) {
    return null;
  }
  const outcome = decompressed(bytes, digest);
  if (outcome === null) {
    throw new DamagedLog(`${place}: a line of ${from} was changed`);
  }
  if (outcome.version !== outcomeVersion) {
    throw new DamagedLog(`${place}: the outcome of ${from} is that of another version`);
  }
  return outcome;
}

/** The outcome of a shard, or `null` if it is damaged or its plan is not that of the digest. */
function decompressed(bytes: Buffer, digest: string): ShardOutcome | null {
  try {
    const outcome: ShardOutcome = JSON.parse(gunzipSync(bytes, { maxOutputLength: mostBytes }).toString());
    const isOfPlan = outcome.version !== outcomeVersion || planDigest(outcome.plan).startsWith(digest);
    return isOfPlan ? outcome : null;
  } catch {
    return null;
  }
}
