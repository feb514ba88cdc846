import { countedHeads, countingPolicies, type Head, headsOf, type RefusalPolicy } from './blocking.ts';
import type { KeyLedger } from './key-ledger.ts';
import type { Allowance, LimiterModel } from './limiter-model.ts';

/** At most the limit in any span of the window's length. */
export const slidingLog: LimiterModel = {
  kind: 'sliding log',
  announcesEnd: false,
  // A log that counts refused requests forgets them like admitted ones.
  mostRestored: (ledger, allowance, fromMs, toMs) => {
    const { windowMs } = allowance;
    const [beginMs, endMs] = [fromMs - windowMs - blurOf(allowance), toMs - windowMs + blurOf(allowance)];
    return ledger.possibly(beginMs, endMs) + ledger.possiblyRefused(beginMs, endMs);
  },
  restsMs: ({ windowMs, slackMs }) => windowMs - slackMs,
  latestResetMs: ({ windowMs }) => windowMs,
  explains: (counters, allowance, demand) =>
    (!demand.admissions || counters.every(({ ledger }) => admits(ledger, allowance))) &&
    (!demand.refusals ||
      countingPolicies.some((policy) => counters.every(({ ledger }) => refuses(ledger, allowance, policy)))),
};

/** A log of whole seconds forgets up to one too early, or one too late. */
function blurOf({ slackMs, tickMs }: Allowance): number {
  return slackMs + tickMs;
}

function admits({ admitted }: KeyLedger, allowance: Allowance): boolean {
  const { sent, answered } = admitted;
  const lengthMs = allowance.windowMs - blurOf(allowance);
  let before = 0;
  for (let inside = allowance.limit; inside < answered.length; inside += 1) {
    while (before < sent.length && (sent[before] as number) < (answered[inside] as number) - lengthMs) {
      before += 1;
    }
    if (inside + 1 - before > allowance.limit) {
      return false;
    }
  }
  return true;
}

function refuses(ledger: KeyLedger, allowance: Allowance, policy: RefusalPolicy): boolean {
  const reachMs = allowance.windowMs + blurOf(allowance);
  if (policy === 'counted') {
    return (
      isUsedUp(ledger, countedHeads(ledger, reachMs), allowance, false) &&
      isUsedUp(ledger, ledger.refusals, allowance, true)
    );
  }
  const heads = headsOf(ledger, allowance, policy);
  return heads !== null && isUsedUp(ledger, heads, allowance, false);
}

/** Whether the window before each refusal can have held the limit. */
function isUsedUp(
  ledger: KeyLedger,
  heads: readonly Head[],
  allowance: Allowance,
  refusedCount: boolean,
): boolean {
  const reachMs = allowance.windowMs + blurOf(allowance);
  return heads.every(({ sentAtMs, answeredAtMs }) => {
    const fromMs = sentAtMs - reachMs;
    // All other refused requests.
    const refused = refusedCount ? ledger.possiblyRefused(fromMs, answeredAtMs) - 1 : 0;
    return ledger.possibly(fromMs, answeredAtMs) + refused >= allowance.limit;
  });
}
