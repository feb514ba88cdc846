import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { script, styleSheet } from '../../src/report/html/page-assets.ts';
import { renderHtml } from '../../src/report/html.tsx';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { documentSections, headingOf } from '../../suites/catalogue/document-sections.ts';
import { requirements } from '../../suites/requirements.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryReport } from './arbitrary-run.ts';
import { foreignMarkup } from './foreign-markup.ts';
import {
  exchange,
  exchanged,
  faultless,
  found,
  functionalIds,
  madeReport,
  markupOf,
  undecided,
} from './made-up-run.ts';
import { hostileReport } from './sample-report.ts';

describe('index.html', () => {
  test('holds no tag, attribute, address or invisible character but its own, whatever the service sent', () => {
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        expect(foreignMarkup(renderHtml(report))).toBeNull();
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test('holds style and script as its policy has hashed them', () => {
    const html = renderHtml(hostileReport());
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    for (const [element, text] of [
      ['style', styleSheet],
      ['script', script],
    ] as const) {
      expect(html).toContain(`<${element}>${text}</${element}>`);
      expect(text).not.toMatch(/<\/|<!--|<script/i);
      expect(policy).toContain(
        `${element}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
      );
    }
  });

  test('has style and script beside it where nothing within it would be allowed', () => {
    const html = renderHtml(hostileReport(), 'external');
    expect(html).not.toMatch(/<style|<script>| style="/);
    expect(html).toContain('<link rel="stylesheet" href="page.css"/>');
    expect(html).toContain('<script src="page.js"></script>');
    expect(html).toContain("style-src 'self'; script-src 'self'; ");
  });

  test('stays small where the service sends much', () => {
    expect(renderHtml(hostileReport()).length).toBeLessThan(400_000);
  });

  test('lists every requirement once, by its id', () => {
    const report = hostileReport();
    const html = renderHtml(report);
    for (const { id } of report.requirements) {
      expect(html.split(` id="${id}"`)).toHaveLength(2);
    }
  });
});

function page(events: readonly RunEvent[]): string {
  return markupOf(renderHtml(madeReport([...faultless(), ...events])));
}

test('say what the transport lost, an operation each', () => {
  const lost = page([
    exchanged(
      exchange(901, 'list/safe', { failure: { code: 'truncated', detail: 'closed within the body' } }),
    ),
    exchanged(exchange(902, 'list/safe', { retryOf: 901 })),
    exchanged(exchange(903, 'list/safe', { response: null, failure: { code: 'reset', detail: 'reset' } })),
  ]);
  expect(lost).toMatch(
    /<dt>Transport<\/dt><dd>(<bdi>)?listPets: 1 dropped, 1 truncated, 1 retried on a new connection(<\/bdi>)?<\/dd>/,
  );
});

test('name a header field with a capital, as a label', () => {
  const list = exchange(901, 'list/safe');
  const response = list.response && { ...list.response, headers: [['server', 'nginx'] as const] };
  expect(page([exchanged({ ...list, response })])).toMatch(/<dt>Server<\/dt><dd>(<bdi>)?nginx/);
});

test('are silent about a transport that lost nothing', () => {
  expect(page([])).not.toContain('<dt>Transport</dt>');
});

const must: readonly string[] = requirements
  .filter(({ id, level }) => level === 'MUST' && functionalIds.includes(id))
  .map(({ id }) => id);

/** What the banner does not speak of, where there are this many reasons: plan limits were not asked for. */
function limits(count: number): string[] {
  const open = functionalIds.filter((id) => !must.slice(0, count - 1).includes(id));
  const html = renderHtml(
    madeReport(
      [
        ...faultless(open),
        ...must.slice(0, count - 1).map((id) => undecided(id, 'inconclusive', `why ${id} is open`)),
      ],
      { selected: functionalIds },
    ),
  );
  const [, list = ''] = /Not verified:<\/p><ul>(.*?)<\/ul>/s.exec(html) ?? [];
  return list
    .split('<li>')
    .slice(1)
    .map((line) => line.replace(/<[^>]*>/g, ''));
}

describe('what the verdict does not speak of', () => {
  test.each([
    [4, 4, 'why'],
    [5, 5, 'why'],
    [6, 5, 'and 2 more reasons'],
  ])('of %i reasons has %i lines: none counts a single one', (reasons, lines, last) => {
    const shown = limits(reasons);
    expect(shown).toHaveLength(lines);
    expect(shown.at(-1)).toContain(last);
  });
});

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

const titles = documentSections.map(({ title }) => title);

describe('the headings of the interface document', () => {
  test('are the sources of all requirements that no standard is', () => {
    const others = requirements
      .map(({ section }) => headingOf(section))
      .filter((one) => !titles.includes(one));
    expect(others.filter((section) => !section.startsWith('RFC '))).toEqual([]);
  });

  test('each have a requirement, or say why they have none', () => {
    const used = new Set(requirements.map(({ section }) => headingOf(section)));
    for (const { title, without } of documentSections) {
      expect(used.has(title), title).toBe(without === undefined);
    }
  });
});
