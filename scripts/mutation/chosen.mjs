import { areas } from './areas.mjs';

/** The name of the area that `MUTATION_AREA` chooses, or `all`. */
export const chosenName = process.env['MUTATION_AREA'] ?? 'all';

export const chosenAreas = chosenName === 'all' ? areas : areas.filter(({ name }) => name === chosenName);
