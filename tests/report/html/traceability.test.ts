import { describe, expect, test } from 'vitest';
import { documentSections, headingOf } from '../../../suites/catalogue/document-sections.ts';
import { requirements } from '../../../suites/requirements.ts';

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
