/** The values that each dimension of a case can have. */
type Dimensions = Readonly<Record<string, readonly unknown[]>>;

/** A value of each dimension. */
export type Case<Of extends Dimensions> = { readonly [Name in keyof Of]: Of[Name][number] };

/** Values of different dimensions, by their places. */
type Meeting = readonly (readonly [dimension: number, value: number])[];

/**
 * A covering array: cases in which all values of every `strength` dimensions meet at least once. Far fewer than all
 * combinations, always the same, and the first ones cover the most.
 *
 * @param strength 1 for each value once
 */
export function coveringCases<Of extends Dimensions>(dimensions: Of, strength = 2): Case<Of>[] {
  const names = Object.keys(dimensions);
  const sizes = Object.values(dimensions).map(({ length }) => length);
  const uses = sizes.map((size) => new Array<number>(size).fill(0));
  const cases: Case<Of>[] = [];
  for (let open = meetingsOf(sizes, Math.min(strength, sizes.length)); open.length > 0; ) {
    const places = nextCase(uses, open);
    for (const [dimension, place] of places.entries()) {
      const used = uses[dimension] ?? [];
      used[place] = (used[place] ?? 0) + 1;
    }
    open = open.filter((meeting) => meeting.some(([dimension, value]) => places[dimension] !== value));
    const values = names.map((name, dimension) => [name, dimensions[name]?.[places[dimension] ?? 0]]);
    cases.push(Object.fromEntries(values));
  }
  return cases;
}

/** All meetings of `strength` of the dimensions from `first` on. */
function meetingsOf(sizes: readonly number[], strength: number, first = 0): Meeting[] {
  if (strength === 0) {
    return [[]];
  }
  return sizes.slice(first).flatMap((size, offset) => {
    const dimension = first + offset;
    const others = meetingsOf(sizes, strength - 1, dimension + 1);
    return Array.from({ length: size }, (_, value) => value).flatMap((value) =>
      others.map((meeting): Meeting => [[dimension, value], ...meeting]),
    );
  });
}

/** The number of uses of each value of each dimension. */
type Uses = readonly number[][];

/**
 * Begins with the open meeting of the least used values, and chooses each other value so that it closes the most
 * meetings with those chosen before, or else the least used one.
 */
function nextCase(uses: Uses, open: readonly Meeting[]): readonly number[] {
  const usesOf = (meeting: Meeting): number =>
    meeting.reduce((sum, [dimension, value]) => sum + (uses[dimension]?.[value] ?? 0), 0);
  const first = open.reduce((least, meeting) => (usesOf(meeting) < usesOf(least) ? meeting : least));
  const places = new Map(first);
  for (const [dimension, used] of uses.entries()) {
    if (!places.has(dimension)) {
      const gains = used.map(() => 0);
      for (const meeting of open) {
        const own = meeting.find(([other]) => other === dimension);
        if (own !== undefined && meeting.every((one) => one === own || places.get(one[0]) === one[1])) {
          gains[own[1]] = (gains[own[1]] ?? 0) + 1;
        }
      }
      const most = Math.max(...gains);
      const tied = [...used.keys()].filter((value) => gains[value] === most);
      places.set(
        dimension,
        tied.reduce((least, value) => ((used[value] ?? 0) < (used[least] ?? 0) ? value : least)),
      );
    }
  }
  return uses.map((_, dimension) => places.get(dimension) ?? 0);
}
