import { type NameShape, nameOf } from './names.ts';

/**
 * How a tag is written: with digits (`cxqhtmb12z`), as ten small letters (`cxqhtmbaam`), or as those with a capital in
 * front, for services that restrict names.
 */
export type TagWriting = 'digits' | 'letters' | 'capitalised';

/** The form of plain names that a service accepts. Plain data: it is handed to a worker. */
export interface NameForm {
  /** A name with `{tag}` in the place of the tag. */
  readonly template: string;
  readonly tags: TagWriting;
}

export const tagPlace = '{tag}';

/** Names of a few ASCII letters, digits and a blank, which hardly any service refuses. */
export const usualNames: NameForm = { template: `Rex ${tagPlace}`, tags: 'digits' };

/** Forms of plain names from the most common to the most restrictive, or of a template. */
export function nameForms(template: string | null): NameForm[] {
  if (template !== null) {
    return (['digits', 'letters', 'capitalised'] as const).map((tags) => ({ template, tags }));
  }
  return [
    usualNames,
    { template: usualNames.template, tags: 'letters' },
    { template: tagPlace, tags: 'capitalised' },
    { template: tagPlace, tags: 'letters' },
  ];
}

/** Forms in which the names of a run look like words, and hold no number. */
export const disguisedNameForms: readonly NameForm[] = [
  { template: tagPlace, tags: 'capitalised' },
  { template: tagPlace, tags: 'letters' },
];

/** A plain name of that shape where usual names are accepted, else one of the form that is. */
export function plainNameOf({ template, tags }: NameForm, shape: NameShape, tag: string): string {
  return template === usualNames.template && tags === usualNames.tags
    ? nameOf(shape, tag)
    : template.replaceAll(tagPlace, () => tag);
}
