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

  test('lists every requirement below its heading, with what was sent for it', () => {
    const [forth = '', back = ''] = matrix.split('From the requests to the requirements</h3>');
    for (const { id } of requirements) {
      expect(forth).toContain(`<a href="#${id}">${id}</a>`);
    }
    for (const title of titles) {
      expect(forth).toContain(`<th scope="rowgroup" colspan="4">${title}`);
    }
    expect(back).toMatch(/list\/safe<\/bdi><\/th><td>1<\/td><td>[^<]*list\/safe\s1/);
  });

  test('names what no exchange speaks of', () => {
    const [, unseen = ''] = /Without evidence in this run<\/h3><p>(.*?)<\/p>/s.exec(matrix) ?? [];
    expect(unseen).toContain('17 requirements');
    expect(unseen).toContain('href="#quota/limit-enforced"');
  });
});
