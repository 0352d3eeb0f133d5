/**
 * A list in two steps, since names are wanted of its first rows only while all of them are counted and added up. The values are the day
 * ($1), company, department and cost center ($2 to $4), and where it is asked for the time zone ($5).
 */
export interface ListStatement {
  /** All rows in their order, with the currency, the period where the list has some, and the amounts. */
  readonly narrowed: string;
  /** Rows as `narrowed` has them with all that the columns show, in the same order. */
  readonly named: (rows: string) => string;
}
