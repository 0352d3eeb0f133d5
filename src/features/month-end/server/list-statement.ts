/**
 * A list in two steps: all rows are counted and summed, but names are only joined to the first ones. Parameters are
 * the day ($1), company, department and cost center ($2 to $4), and from $5 on those of `also`.
 */
export interface ListStatement {
  readonly also?: readonly ('time_zone' | 'from' | 'product' | 'row')[];
  /** All rows with currency, period if any, and amounts. */
  readonly narrowed: string;
  /** Converts an amount of `narrowed` to its currency unit. */
  readonly inCurrency: (amount: string) => string;
  /** Sort order that determines the first rows, called `l`. */
  readonly order: string;
  /** Rows of `narrowed` with all shown columns, in display order. */
  readonly named: (rows: string) => string;
}
