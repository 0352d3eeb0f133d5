import type { FieldProblem } from '../base/refusal.ts';
import type { Module } from '../platform/modules.ts';
import type { Field, Fields } from './field.ts';
import type { Value } from './kind.ts';

/** A row of any entity, by the names of its fields. */
export type Row = Readonly<Record<string, Value>>;

/** What the rules of a tenant say about its rows. */
export interface EntitySettings {
  /** Places of unit prices (PRICE-02). */
  readonly decimals: number;
}

/** What the companies of a tenant say, by which some values are doubtful. */
export interface CompanyFacts {
  /** Digits of the ledger accounts by company (VAL-29). */
  readonly accountLengths: ReadonlyMap<number, number>;
}

/** What somebody should look at in a row, though it may stand, beyond what the kinds of its fields find. */
export type Doubts = (row: Row, facts: CompanyFacts) => readonly FieldProblem[];

/** Rows that belong to one row of an entity and are edited with it, such as the budgets of a cost center. */
export interface Children {
  readonly table: string;
  /** The column that holds the owner. */
  readonly owner: string;
  readonly fields: Fields;
  /** Columns of the table on the page, in order. */
  readonly columns: readonly string[];
  /** Fields of the rows that references of the page point to, shown beside them. */
  readonly shown?: Readonly<Record<string, readonly string[]>>;
  readonly order: readonly string[];
  /** At least this many rows must be there (VAL-26). */
  readonly atLeast?: number;
  /** The table keeps no `updated_at`, so that its rows are overwritten as they are. */
  readonly unstamped?: true;
  /** The module without which the rows are missing. */
  readonly module?: EntityModule;
  readonly check?: (row: Row, siblings: readonly Row[]) => readonly FieldProblem[];
  readonly doubts?: Doubts;
  /** The server may ask before it keeps a change of the rows (API-41). */
  readonly asked?: true;
}

/** The children of which a row must have one, as far as the table view and CSV know them. */
export interface FirstChild {
  /** Their name among the children. */
  readonly children: string;
  /** The field of the child by the name of its column. */
  readonly columns: Readonly<Record<string, string>>;
  /** What the first child has beyond these. */
  readonly constants: Row;
}

/** A plain relation n:m between two entities (DATA-47), kept in a table of two keys. */
export interface Link {
  readonly table: string;
  /** The column that points to this entity, and the one that points to the other. */
  readonly own: string;
  readonly other: string;
  /** The table that `other` points to. */
  readonly to: string;
}

/** The modules that an entity, a tab or a part can hang on (GEN-10). */
export type EntityModule = Exclude<Module, 'multilingualism'>;

/** How much of a row of the form a field takes. */
export type Width = 'third' | 'half' | 'wide' | 'full';

/**
 * A part of a tab: a field, a heading (`entity.<table>.section.<name>`), a table of children, a choice of links, or a
 * part written by hand.
 */
export type TabPart =
  /** With `when`, only while it says so of the row as it is being edited. */
  | { readonly field: string; readonly width?: Width; readonly when?: (row: Row) => boolean }
  /** A heading; `hint` when a sentence beside it says what the fields are for. */
  | { readonly section: string; readonly hint?: boolean; readonly when?: (row: Row) => boolean }
  | { readonly children: string }
  | { readonly links: string }
  | { readonly hand: string };

export interface Tab {
  readonly name: string;
  readonly parts: readonly TabPart[];
  /** The module without which the tab is missing (GEN-10). */
  readonly module?: EntityModule;
}

/** The parts of a tab that are fields alone. */
export function fieldParts(...names: readonly string[]): readonly TabPart[] {
  return names.map((field) => ({ field }));
}

/**
 * A master-data entity, declared once: its row type, validation, list, form, table view, CSV and labels come from
 * here. The table itself comes from a migration; a test compares the two.
 *
 * Labels are `entity.<table>.one`, `.many`, `.new`, `.field.<name>`, `.tab.<name>`, `.section.<name>`,
 * `.section_hint.<name>`, `.mark.<name>`, and `.choice.<field>.<value>`.
 */
export interface Entity<F extends Fields = Fields> {
  readonly table: string;
  /** The child of `admin` in the address, such as `cost-center` (NAV-05). */
  readonly route: string;
  readonly fields: F;
  /** What a row is called where another points to it: number and name. */
  readonly label: readonly string[];
  /** The texts that the search of the list looks into. */
  readonly search: readonly string[];
  /** Columns of the list, in order. */
  readonly list: readonly string[];
  /** Columns of the table view, in order; CSV has the same. */
  readonly sheet: readonly string[];
  readonly order: readonly string[];
  readonly tabs: readonly Tab[];
  readonly children: Readonly<Record<string, Children>>;
  /** The row of children that a new row of the table view brings along (VAL-26). */
  readonly firstChild?: FirstChild;
  readonly links: Readonly<Record<string, Link>>;
  /** Values that every row of the entity has and nobody edits, such as `is_group` of people. */
  readonly constants: Row;
  /** Flags beside the fields that a badge shows wherever a row has them, such as `blocked` of people. */
  readonly marks: readonly string[];
  /** The module without which the entity is missing (GEN-10). */
  readonly module?: EntityModule;
  /** Parts that stand beside the first tab, such as images. */
  readonly aside: readonly TabPart[];
  /** The rules that look at more than one field, over a row as it will be. */
  readonly check: (row: Row) => readonly FieldProblem[];
  /** The rules over what the server alone knows: whether a secret is there. */
  readonly checkStored?: (row: Row) => readonly FieldProblem[];
  readonly doubts?: Doubts;
  /**
   * The name, and the fields that tell where a row belongs: whoever is called the same in the same place may be the same, of
   * which a warning tells.
   */
  readonly alike?: readonly string[];
  /** The values that follow from others once the field `changed` has got a new one (PRICE-01). */
  readonly derive: (row: Row, changed: string, settings: EntitySettings) => Row;
}

type Optional =
  | 'children'
  | 'links'
  | 'check'
  | 'derive'
  | 'search'
  | 'order'
  | 'sheet'
  | 'constants'
  | 'marks'
  | 'aside';
type Named<F extends Fields> = readonly (keyof F & string)[];

/** The parts that name fields of the entity name those that there are. */
interface Declared<F extends Fields> {
  readonly label: Named<F>;
  readonly list: Named<F>;
  readonly search: Named<F>;
  readonly sheet: Named<F>;
  readonly order: Named<F>;
}

type Given<F extends Fields> = Omit<Entity<F>, 'table' | 'fields' | keyof Declared<F>> & Declared<F>;
type Declaration<F extends Fields> = Omit<Given<F>, Optional> & Partial<Pick<Given<F>, Optional>>;

/** Declares an entity. Search and order follow the label where nothing else is said; the table view has all fields. */
export function entity<const F extends Fields>(
  table: string,
  fields: F,
  declaration: Declaration<F>,
): Entity<F> {
  const names = Object.keys(fields) as (keyof F & string)[];
  return {
    search: declaration.label,
    order: declaration.label,
    sheet: names.filter((name) => isCell(fields[name])),
    children: {},
    links: {},
    constants: {},
    marks: [],
    aside: [],
    check: () => [],
    derive: () => ({}),
    ...declaration,
    table,
    fields,
  };
}

/** An entity with these of its fields alone, for a form that asks for no more. */
export function withFieldsOnly({ doubts: _, ...entity }: Entity, names: readonly string[]): Entity {
  const fields = Object.entries(entity.fields).filter(([name]) => names.includes(name));
  return { ...entity, fields: Object.fromEntries(fields), children: {}, links: {} };
}

function isCell(field: Field | undefined): boolean {
  return field !== undefined && !field.computed && !['file', 'form-flags'].includes(field.kind.input);
}
