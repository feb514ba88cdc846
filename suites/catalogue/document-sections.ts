/** A heading of the interface document. */
export interface DocumentSection {
  readonly title: string;
  /** Why no requirement cites it, if none does. */
  readonly without?: string;
}

/** The headings of the interface document that have content, in document order. */
export const documentSections: readonly DocumentSection[] = [
  { title: 'What the service does' },
  { title: 'Resources and their fields' },
  { title: 'Animal (schema Pet)' },
  { title: 'NewPet (request body for creation)' },
  { title: 'PetStatus (enumeration)' },
  {
    title: 'Pets',
    without: 'An array of Pet: requirements of lists cite List animals and Resources and their fields.',
  },
  { title: 'Error' },
  { title: 'Not shown' },
  { title: 'States and transitions' },
  { title: 'Endpoints' },
  { title: 'List animals' },
  { title: 'Add an animal' },
  { title: 'Get an animal (deprecated)' },
  { title: 'Authentication' },
  { title: 'Events', without: 'The document shows no events.' },
  { title: 'Errors' },
  { title: 'Limits' },
  { title: 'Page size' },
  { title: 'Rate limits by plan' },
  { title: 'Rate limit headers' },
  { title: 'Rules' },
  { title: 'Versioning' },
];

/** The heading for the source of a requirement; an RFC section is its own heading. */
export function headingOf(section: string): string {
  return /^Limits, rule \d+$/.test(section) ? 'Rules' : section;
}
