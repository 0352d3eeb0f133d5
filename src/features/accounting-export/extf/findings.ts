/** The checked rules, one word each, so that tests and people can name them. */
export type ExtfRule =
  | 'file_name'
  | 'encoding'
  | 'line_end'
  | 'line_break'
  | 'quote_open'
  | 'quote_inside'
  | 'header'
  | 'format_version'
  | 'period'
  | 'heading'
  | 'column_count'
  | 'no_rows'
  | 'missing'
  | 'quoting'
  | 'control_character'
  | 'length'
  | 'form'
  | 'day'
  | 'amount'
  | 'leading_zero'
  | 'account'
  | 'outside_period'
  | 'currency'
  | 'lock'
  | 'must_be_empty'
  | 'pair';

/** One finding; lines and columns are counted from 1. */
export interface ExtfFinding {
  /** The line of the file; null for findings about the whole file. */
  readonly line: number | null;
  readonly column: number | null;
  readonly rule: ExtfRule;
  readonly why: string;
}

const maxKept = 1000;

/** Counts all findings and keeps the first ones, so that the report of a completely wrong file stays readable. */
export class Findings {
  readonly kept: ExtfFinding[] = [];
  count = 0;

  add(line: number | null, column: number | null, rule: ExtfRule, why: string): void {
    this.count += 1;
    if (this.kept.length < maxKept) this.kept.push({ line, column, rule, why });
  }
}
