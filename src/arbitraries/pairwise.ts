/** The values that each dimension can have. */
type Dimensions = Readonly<Record<string, readonly unknown[]>>;

/** A value of each dimension. */
type Row<Of extends Dimensions> = { readonly [Name in keyof Of]: Of[Name][number] };

/** Two values of different dimensions, by their places. */
interface Pair {
  readonly one: number;
  readonly value: number;
  readonly other: number;
  readonly otherValue: number;
}

/**
 * Rows in which every two values of different dimensions meet at least once: far fewer than all combinations, and always
 * the same.
 */
export function pairwise<Of extends Dimensions>(dimensions: Of): Row<Of>[] {
  const names = Object.keys(dimensions);
  const sizes = Object.values(dimensions).map(({ length }) => length);
  const rows: Row<Of>[] = [];
  for (let open = pairsOf(sizes); open.length > 0; ) {
    const row = nextRow(sizes, open);
    open = open.filter(
      ({ one, value, other, otherValue }) => row[one] !== value || row[other] !== otherValue,
    );
    const values = names.map((name, dimension) => [name, dimensions[name]?.[row[dimension] ?? 0]]);
    rows.push(Object.fromEntries(values));
  }
  return rows;
}

function pairsOf(sizes: readonly number[]): Pair[] {
  return sizes.flatMap((size, one) =>
    sizes.slice(0, one).flatMap((otherSize, other) =>
      Array.from({ length: size * otherSize }, (_, index) => ({
        one,
        value: Math.floor(index / otherSize),
        other,
        otherValue: index % otherSize,
      })),
    ),
  );
}

/** Begins with an open pair, and chooses each other value so that it closes the most pairs with those chosen before. */
function nextRow(sizes: readonly number[], open: readonly Pair[]): ReadonlyArray<number | undefined> {
  const row = new Array<number | undefined>(sizes.length).fill(undefined);
  const [first] = open;
  if (first !== undefined) {
    row[first.one] = first.value;
    row[first.other] = first.otherValue;
  }
  for (const [dimension, size] of sizes.entries()) {
    const gain = (candidate: number): number =>
      open.filter(({ one, value, other, otherValue }) =>
        one === dimension
          ? value === candidate && row[other] === otherValue
          : other === dimension && otherValue === candidate && row[one] === value,
      ).length;
    const gains = Array.from({ length: size }, (_, candidate) => gain(candidate));
    row[dimension] ??= gains.indexOf(Math.max(...gains));
  }
  return row;
}
