import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';

/** Limit and status together; where one of them is refused alone, the refusal of both is that one's matter. */
export async function judgeBothParameters(check: Check, query: string, answer: Answer): Promise<void> {
  if (answer.status === 200) {
    return;
  }
  const alone = await Promise.all(query.split('&').map((parameter) => check.listByQuery(parameter)));
  const refused = alone.filter(({ status }) => status !== 200);
  for (const { status, exchange, summary } of refused) {
    check.session.report({
      requirement: exchange.request.target.includes('limit') ? 'list/limit-accepted' : 'list/status-accepted',
      kind: `status-${status}`,
      message: `GET ${exchange.request.target} is answered ${status}`,
      expected: '200 and an array of Pet',
      actual: summary,
      exchange: exchange.number,
      related: [],
    });
  }
  if (refused.length === 0) {
    check.as('list/limit-with-status').deviation(answer, {
      kind: `status-${answer.status}`,
      message: `GET /pets?${query} is answered ${answer.status}, though each parameter alone is accepted`,
      expected: '200 and an array of Pet',
      related: alone.map(({ exchange }) => ({ role: 'one of them alone', exchange: exchange.number })),
    });
  }
}
