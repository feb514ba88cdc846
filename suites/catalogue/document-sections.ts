/** A heading of the interface document. */
export interface DocumentSection {
  readonly title: string;
  /** Where no requirement is read from it: why not. */
  readonly without?: string;
}

/** The headings of the interface document that say something, in their order. */
export const documentSections: readonly DocumentSection[] = [
  { title: 'What the service does' },
  { title: 'Resources and their fields' },
  { title: 'Animal (schema Pet)' },
  { title: 'NewPet (request body for creation)' },
  { title: 'PetStatus (enumeration)' },
  { title: 'Pets', without: 'An array of Pet: judged where lists are, under List animals and Resources.' },
  { title: 'Error' },
  { title: 'Not shown' },
  { title: 'States and transitions' },
  { title: 'Endpoints' },
  { title: 'List animals' },
  { title: 'Add an animal' },
  { title: 'Get an animal (deprecated)' },
  { title: 'Authentication' },
  { title: 'Events', without: 'The document shows none.' },
  { title: 'Errors' },
  { title: 'Limits' },
  { title: 'Page size' },
  { title: 'Rate limits by plan' },
  { title: 'Rate limit headers' },
  { title: 'Rules' },
  { title: 'Versioning' },
];

/** The heading that the source of a requirement stands under; a standard of HTTP is its own heading. */
export function headingOf(section: string): string {
  return /^Limits, rule \d+$/.test(section) ? 'Rules' : section;
}
