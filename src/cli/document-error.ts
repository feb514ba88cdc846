import type { Place } from './placed-document.ts';

/** Why a text or a value can't be read, in one line, and where, if that is known. */
export class DocumentError<P = Place> extends Error {
  override readonly name: string = 'DocumentError';
  readonly place: P | null;

  constructor(message: string, place: P | null) {
    super(message);
    this.place = place;
  }
}
