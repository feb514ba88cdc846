import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../src/report/html.tsx';
import { documentSections, headingOf } from '../../../suites/catalogue/document-sections.ts';
import { requirements } from '../../../suites/requirements.ts';
import { hostileReport } from '../sample-report.ts';

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

describe('the traceability of a report', () => {
  const html = renderHtml(hostileReport());
  const matrix = html.slice(html.indexOf('id="traceability"'), html.indexOf('id="created-animals"'));

  test('lists every requirement below its heading', () => {
    for (const { id } of requirements) {
      expect(matrix).toContain(`<a href="#${id}">${id}</a>`);
    }
    for (const title of titles) {
      expect(matrix).toContain(`<th scope="rowgroup" colspan="3">${title}`);
    }
  });
});
