/**
 * A list in two steps, since names are wanted of its first rows only while all of them are counted and added up. The values are the day
 * ($1), company, department and cost center ($2 to $4), and where it is asked for the time zone ($5).
 */
export interface ListStatement {
  /** All rows, with the currency, the period where the list has some, and the amounts. */
  readonly narrowed: string;
  /** An amount of `narrowed` in its currency. */
  readonly inCurrency: (amount: string) => string;
  /** What makes some of them the first ones, of rows called `l`. */
  readonly order: string;
  /** Rows as `narrowed` has them with all that the columns show, in the order in which they are read. */
  readonly named: (rows: string) => string;
}
