import { describe, expect, it } from 'vitest';
import { parseNameTemplate } from '../../../src/cli/parse/name-template.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';

const given = (text: string) => ({ value: text, label: '--name-template' });

describe('a template of names', () => {
  it('has the place of the tag anywhere in it', () => {
    expect(parseNameTemplate(given('{tag}'))).toBe('{tag}');
    expect(parseNameTemplate(given('Zoë {tag}!'))).toBe('Zoë {tag}!');
  });

  it.each(['', 'Rex', '{TAG}', `{tag}${'x'.repeat(200)}`])('is refused in one line: %s', (text) => {
    expect(() => parseNameTemplate(given(text))).toThrow(UsageError);
    expect(() => parseNameTemplate(given(text))).toThrow(/^--name-template: [^\n]+$/);
  });
});
