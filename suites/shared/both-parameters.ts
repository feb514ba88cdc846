import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';

/** Judges a list with limit and status. If the service refuses one of the two alone, reports that instead. */
export async function judgeBothParameters(check: Check, query: string, answer: Answer): Promise<void> {
  if (answer.status === 200) {
    return;
  }
  const alone = await Promise.all(query.split('&').map((parameter) => check.listByQuery(parameter)));
  const refused = alone.filter(({ status }) => status !== 200);
  for (const one of refused) {
    const { target } = one.exchange.request;
    const id = target.includes('limit') ? 'list/limit-accepted' : 'list/status-accepted';
    check.as(id).expectStatus(one, 200, `GET ${target}`);
  }
  if (refused.length === 0) {
    check
      .as('list/limit-with-status')
      .expectStatus(answer, 200, `GET /pets?${query}, whose parameters are accepted separately,`, {
        related: alone.map(({ exchange }) => ({ role: 'one parameter alone', exchange: exchange.number })),
      });
  }
}
