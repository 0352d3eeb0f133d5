/** A column from PostgreSQL's catalogue. */
export interface ColumnRow {
  table: string;
  name: string;
  sql_type: string;
  element_type: string | null;
  is_enum: boolean;
  not_null: boolean;
  generated: boolean;
  default_sql: string | null;
  reader: boolean;
  reader_price: boolean;
  reader_bank: boolean;
  reader_admin: boolean;
  operator: boolean;
}

/** A key, foreign key or check from PostgreSQL's catalogue. */
export interface ConstraintRow {
  table: string;
  name: string;
  kind: 'p' | 'u' | 'f' | 'c' | 'i';
  columns: string[];
  parent: string | null;
  parent_columns: string[] | null;
  deferred: boolean;
  /** A unique key with equal nulls. */
  nulls_equal: boolean;
}
