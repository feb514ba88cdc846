import type { Exchange } from '../exchange/exchange.ts';
import { describeRequest } from '../exchange/request-description.ts';
import { judgeQuota } from '../quota/judge/judge-quota.ts';
import type { QuotaFinding } from '../quota/judgement.ts';
import type { PlanUnderTest } from '../quota/quota-wire.ts';
import { answerFigures } from '../quota/refusal-fields.ts';
import type { TimelineEntry } from '../quota/timeline.ts';
import type { Finding } from '../verdict/finding.ts';

export interface RecordedPlan {
  readonly plan: string;
  readonly perMinute: number;
  readonly perDay: number;
  /** How long the target's minute and day last, in ms. */
  readonly minuteMs: number;
  readonly dayMs: number;
}

const key = 1;

/**
 * The served requests of the key of a recording, as a timeline, to decide whether any permitted limiter would have
 * served as many. It omits refusals, which prove nothing, because use by other clients and unrecorded requests are
 * unknown; an excess of served requests is proof even if the key is shared.
 */
export class RecordedTimeline {
  readonly #served: TimelineEntry[] = [];
  #refused = 0;

  /** Exchanges come in any order. */
  see(exchange: Exchange): void {
    const { request, response } = exchange;
    const { operation } = describeRequest(request);
    if (request.credential !== 'api-key' || response === null || operation === null) {
      return;
    }
    const figures = answerFigures(response.headers, (text) => text);
    this.#refused += response.status === 429 ? 1 : 0;
    if (response.status < 200 || response.status >= 300 || figures.cached) {
      return;
    }
    this.#served.push({
      exchange: exchange.number,
      key,
      connection: exchange.connection,
      operation,
      phase: 'burst',
      sentAtMs: exchange.sentAtMs,
      answeredAtMs: exchange.finishedAtMs,
      status: response.status,
      page: false,
      place: 0,
      ...figures,
    });
  }

  /** The excess that no permitted limiter explains. */
  findings(plan: RecordedPlan): Finding[] {
    if (this.#served.length <= plan.perMinute) {
      return [];
    }
    const { findings } = judgeQuota(this.#served, underTest(plan));
    return findings.filter(({ kind }) => kind === 'never-refused').map((finding) => this.#asFinding(finding));
  }

  #asFinding(finding: QuotaFinding): Finding {
    const isEnforced = this.#refused > 0;
    return {
      requirement: isEnforced ? 'quota/never-exceeded' : 'quota/limit-enforced',
      kind: isEnforced ? 'exceeded' : 'never-refused',
      message: isEnforced
        ? `More requests were served than any permitted limiter of ${finding.expected.replace(/^at most /, '')} would`
        : finding.message,
      expected: finding.expected,
      actual: finding.actual.replace(/, 0 refused/, ''),
      exchange: finding.entry.exchange,
      related: finding.related.map(({ role, entry }) => ({ role, exchange: entry.exchange })),
    };
  }
}

function underTest(plan: RecordedPlan): PlanUnderTest {
  return {
    ...plan,
    keys: [key],
    neighbour: false,
    overshoot: 0,
    refusedInARow: 0,
    connections: 1,
    consistencyGraceMs: 2_000,
    readOnly: false,
    dayQuota: false,
    probeBan: false,
    seed: 0,
  };
}
