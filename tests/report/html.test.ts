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
import { exchange, exchanged, found, madeReport } from './made-up-run.ts';
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

const id = 'list/limit-bounds-count';

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
    expect(card).toContain('2 of 4: #2 (counterexample), #3');
    expect(card).toContain('Expectedat most 1 animal');
    expect(card).toContain('Received3 animals');
    expect(card).not.toContain('Likely owner');
    expect(card).toContain("curl -sS -i -H 'Accept: application/json'");
    expect(card).toContain(`run http://127.0.0.1:8080/v1 --only '${id}' --seed 42`);
  });

  test('marks what differs between alike texts', () => {
    const card = failed(...exchanges, found(id, 1, { expected: 'name: "Rex 7 "', actual: 'name: "Rex 7"' }));
    expect(card).toContain('name: &quot;Rex 7<mark> </mark>&quot;');
  });

  test('has its first finding open and the others folded', () => {
    const card = failed(
      ...exchanges,
      found(id, 1, { kind: 'too-many' }),
      found(id, 2, { kind: 'status-200', message: 'Another way' }),
      found(id, 3, { kind: 'status-400', message: 'A third way' }),
    );
    expect(card.match(/<section class="finding">/g)).toHaveLength(3);
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
