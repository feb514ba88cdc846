import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';

/** Limit and status together; where one of them is refused alone, the refusal of both is that one's matter. */
export async function judgeBothParameters(check: Check, query: string, answer: Answer): Promise<void> {
  if (answer.status === 200) {
    return;
  }
  const alone = await Promise.all(query.split('&').map((parameter) => check.listByQuery(parameter)));
  const refused = alone.filter(({ status }) => status !== 200);
  for (const one of refused) {
    const { target } = one.exchange.request;
    const id = target.includes('limit') ? 'list/limit-accepted' : 'list/status-accepted';
    check.as(id).owes(one, 200, `GET ${target}`);
  }
  if (refused.length === 0) {
    check
      .as('list/limit-with-status')
      .owes(answer, 200, `GET /pets?${query}, of which each parameter alone is accepted,`, {
        related: alone.map(({ exchange }) => ({ role: 'one of them alone', exchange: exchange.number })),
      });
  }
}
