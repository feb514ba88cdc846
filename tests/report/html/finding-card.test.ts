import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../src/report/html.tsx';
import type { RunEvent } from '../../../src/verdict/run-event.ts';
import { exchange, exchanged, found, madeReport } from '../made-up-run.ts';

const id = 'list/limit-bounds-count';
const created = exchange(1, 'x').request;

/** The part of a page that shows what failed. */
function failed(...events: readonly RunEvent[]): string {
  const html = renderHtml(madeReport(events));
  return html.slice(html.indexOf('<section id="failed"'), html.indexOf('<section id="glance"'));
}

function text(html: string): string {
  return html.replace(/<[^>]*>/g, '').replaceAll('&quot;', '"');
}

describe('a card', () => {
  const exchanges = [1, 2, 3, 4].map((number) => exchanged(exchange(number, id)));

  test('says how often, where, what was expected and received, and how to reproduce it', () => {
    const card = text(failed(...exchanges, found(id, 2), found(id, 3)));
    expect(card).toContain('2 of 4 exchanges, List animals: #2 (counterexample), #3');
    expect(card).toContain('Expectedat most 1 animal');
    expect(card).toContain('Received3 animals');
    expect(card).not.toContain('Likely owner');
    expect(card).toContain("curl -sS -i -H 'Accept: application/json'");
    expect(card).toContain(`run http://127.0.0.1:8080/v1 --only '${id}' --seed 42`);
  });

  test('names the variable of the key only beside a command that uses it', () => {
    const label = 'Reproduce (ANIMAL_STORE_API_KEY is the API key):';
    expect(text(failed(...exchanges, found(id, 2)))).toContain(label);
    const keyless = exchange(5, id, { request: { ...created, headers: [], credential: 'none' } });
    const card = text(failed(exchanged(keyless), found(id, 5)));
    expect(card).toContain('Reproduce:');
    expect(card).not.toContain(label);
  });

  test('names the operations, and what is none of the interface', () => {
    const post = exchange(2, id, { request: { ...created, method: 'POST', target: '/pets' } });
    const other = exchange(3, id, { request: { ...created, target: '/nothing' } });
    const all = [exchanged(exchange(1, id)), exchanged(post), exchanged(other)];
    expect(text(failed(...all, ...[1, 2, 3].map((number) => found(id, number))))).toContain(
      '3 exchanges, List animals 1, Add an animal 1 and another path or method 1: ',
    );
  });

  test('marks what differs between alike texts', () => {
    const card = failed(...exchanges, found(id, 1, { expected: 'name: "Rex 7 "', actual: 'name: "Rex 7"' }));
    expect(card).toContain('name: &quot;Rex 7<mark> </mark>&quot;');
  });

  test('has its first finding open and the others folded, each at an address of its own', () => {
    const card = failed(
      ...exchanges,
      found(id, 1, { kind: 'too-many' }),
      found(id, 2, { kind: 'status-200 createPet', message: 'Another way' }),
      found(id, 3, { kind: 'status-200/createPet', message: 'A third way' }),
    );
    expect([...card.matchAll(/<section class="finding" id="([^"]*)"/g)].map(([, anchor]) => anchor)).toEqual([
      `${id}/too-many`,
      `${id}/status-200-createpet`,
      `${id}/status-200-createpet.2`,
    ]);
    expect(card.match(/<details class="further">/g)).toHaveLength(2);
    expect(text(card)).toContain('A third way (1 ×)');
  });

  test('is grouped with others that likely have one cause, of which only the first is open', () => {
    const cards = failed(
      ...exchanges,
      found('responses/documented-status', 1, { message: 'listPets returned 500' }),
      found('list/unique-ids', 2),
      found('list/returns-pets', 1),
    );
    const cause = cards.slice(cards.indexOf('<section class="cause"'));
    expect(text(cause)).toMatch(/Possibly one cause of 2 violations:/);
    expect([...cards.matchAll(/<article class="card failed" id="([^"]*)"/g)].map(([, one]) => one)).toEqual([
      'list/returns-pets',
      'responses/documented-status',
      'list/unique-ids',
    ]);
    expect(cause.match(/<details class="further">/g)).toHaveLength(1);
  });
});
