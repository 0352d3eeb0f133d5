import type { Kind, Value } from './kind.ts';

export interface FieldOptions<V extends Value> {
  readonly required?: boolean;
  /** No second row of the tenant, or of the same values in these fields, has the value (SHEET-05). */
  readonly unique?: true | readonly string[];
  /**
   * Names one active row of the tenant, or of the same values in these fields, as the database keeps it (`app.keep_named_number`):
   * what stands twice from before is told.
   */
  readonly identifies?: true | readonly string[];
  /** The value of a new row. */
  readonly initial?: V;
  /** Set once, when the row is made. */
  readonly fixed?: boolean;
  /** Computed by the server: shown, never written. */
  readonly computed?: boolean;
  /** Only people who see prices have it (ROLE-07). */
  readonly price?: boolean;
  /** That nothing stands there means something, which is said in its place: no limit is "unlimited" (ROLE-15). */
  readonly saysEmpty?: boolean;
}

/** One field of an entity, named as its column. */
export interface Field<V extends Value = Value> extends FieldOptions<V> {
  readonly kind: Kind<V>;
  /** The table that a reference points to. */
  readonly references?: string;
  /** The values of a choice, in the order in which they are offered. */
  readonly choices?: readonly string[];
  /** The standard that names the values of a choice; without it the language files do. */
  readonly wording?: 'country' | 'currency' | 'language' | 'role';
  /** The rows that a reference may choose, beyond those that are active. */
  readonly among?: Readonly<Record<string, string | boolean | null>>;
  /**
   * The `name` of a row that a reference may make where it finds none: a text in place of an id is what the new row is
   * called (VAL-35).
   */
  readonly creates?: Field<string>;
  /** What a file may be. */
  readonly accepts?: 'image' | 'signature' | 'pdf';
}

export type Fields = Readonly<Record<string, Field>>;
