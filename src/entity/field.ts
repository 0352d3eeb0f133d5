import type { Kind, Value } from './kind.ts';

export interface FieldOptions<V extends Value> {
  readonly required?: boolean;
  /** No other row of the tenant, or with the same values in these fields, has the value (SHEET-05). */
  readonly unique?: true | readonly string[];
  /**
   * Identifies one active row of the tenant, or of the same values in these fields; the database enforces it
   * (`app.keep_named_number`), and older duplicates are reported.
   */
  readonly identifies?: true | readonly string[];
  readonly initial?: V;
  /** Set only when the row is created. */
  readonly fixed?: boolean;
  /** Computed by the server: shown, never written. */
  readonly computed?: boolean;
  /** Visible only to people who see prices (ROLE-07). */
  readonly price?: boolean;
  /**
   * An empty value has a meaning with its own text: no limit is "unlimited" (ROLE-15). If a computed flag is named,
   * lists and forms tell it only for rows with this flag, and the table view, which reads no flags, never.
   */
  readonly saysEmpty?: true | string;
}

/** One field of an entity, named like its column. */
export interface Field<V extends Value = Value> extends FieldOptions<V> {
  readonly kind: Kind<V>;
  /** The table that a reference points to. */
  readonly references?: string;
  /** The values of a choice in their order on offer. */
  readonly choices?: readonly string[];
  /** Sets of choices by the name of their template; a cell offers them in addition to the choices. */
  readonly templates?: Readonly<Record<string, readonly string[]>>;
  /** A table with further templates, which have a `name` and `roles` (ADM-21). */
  readonly ownTemplates?: string;
  /** The standard that names the values of a choice; without it the language files do. */
  readonly wording?: 'country' | 'currency' | 'language' | 'role';
  /** Conditions on the rows that a reference offers, besides being active. */
  readonly among?: Readonly<Record<string, string | boolean | null>>;
  /**
   * The `name` field of a row that the reference may create: a text instead of an id is the name of the new row
   * (VAL-35).
   */
  readonly creates?: Field<string>;
  /** The accepted type of a file. */
  readonly accepts?: 'image' | 'signature' | 'pdf';
}

export type Fields = Readonly<Record<string, Field>>;
