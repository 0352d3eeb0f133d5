import type { FieldProblem } from '../base/refusal.ts';
import type { Module } from '../platform/modules.ts';
import type { Field, Fields } from './field.ts';
import type { Value } from './kind.ts';

/** A row of any entity, by the names of its fields. */
export type Row = Readonly<Record<string, Value>>;

/** Settings of the tenant that rules depend on. */
export interface EntitySettings {
  /** Decimal places of unit prices (PRICE-02). */
  readonly decimals: number;
}

/** Facts about the companies of a tenant that warnings depend on. */
export interface CompanyFacts {
  /** Digits of the ledger accounts by company (VAL-29). */
  readonly accountLengths: ReadonlyMap<number, number>;
}

/** Finds warnings in a row beyond those of the kinds of its fields. */
export type Doubts = (row: Row, facts: CompanyFacts) => readonly FieldProblem[];

/** Rows that belong to one row of an entity and are edited with it, such as the budgets of a cost center. */
export interface Children {
  readonly table: string;
  /** The column that holds the owner. */
  readonly owner: string;
  readonly fields: Fields;
  /** Columns of the table on the page, in order. */
  readonly columns: readonly string[];
  /** Further fields of referenced rows, shown beside them on the page. */
  readonly shown?: Readonly<Record<string, readonly string[]>>;
  readonly order: readonly string[];
  /** The minimum number of rows (VAL-26). */
  readonly atLeast?: number;
  /** The table has no `updated_at`, so its rows are overwritten without a stamp check. */
  readonly unstamped?: true;
  /** The module that the rows require. */
  readonly module?: EntityModule;
  readonly check?: (row: Row, siblings: readonly Row[]) => readonly FieldProblem[];
  readonly doubts?: Doubts;
  /** The server may ask for confirmation before it saves a change of the rows (API-41). */
  readonly asked?: true;
}

/** The required children as the table view and CSV know them. */
export interface FirstChild {
  /** Their name among the children. */
  readonly children: string;
  /** The field of the child by the name of its column. */
  readonly columns: Readonly<Record<string, string>>;
  /** Further fixed values of the first child. */
  readonly constants: Row;
}

/** An n:m relation between two entities (DATA-47), stored in a table of two keys. */
export interface Link {
  readonly table: string;
  /** The column that points to this entity, and the one that points to the other. */
  readonly own: string;
  readonly other: string;
  /** The table that `other` points to. */
  readonly to: string;
}

/** The modules that an entity, a tab or a part can depend on (GEN-10). */
export type EntityModule = Exclude<Module, 'multilingualism'>;

/** The width of a field in a row of the form. */
export type Width = 'third' | 'half' | 'wide' | 'full';

/**
 * A part of a tab: a field, a heading (`entity.<table>.section.<name>`), a table of children, a choice of links, or a
 * handwritten part.
 */
export type TabPart =
  /** `when` shows the field only while it holds for the row being edited. */
  | { readonly field: string; readonly width?: Width; readonly when?: (row: Row) => boolean }
  /** A heading; `hint` adds a sentence that explains its fields. */
  | { readonly section: string; readonly hint?: boolean; readonly when?: (row: Row) => boolean }
  | { readonly children: string }
  | { readonly links: string }
  | { readonly hand: string };

export interface Tab {
  readonly name: string;
  readonly parts: readonly TabPart[];
  /** The module that the tab requires (GEN-10). */
  readonly module?: EntityModule;
}

/** Tab parts that are plain fields. */
export function fieldParts(...names: readonly string[]): readonly TabPart[] {
  return names.map((field) => ({ field }));
}

/**
 * A master-data entity, declared once: its row type, validation, list, form, table view, CSV and labels come from
 * here. A migration creates the table; a test compares the two.
 *
 * Labels are `entity.<table>.one`, `.many`, `.new`, `.field.<name>`, `.tab.<name>`, `.section.<name>`,
 * `.section_hint.<name>`, `.mark.<name>`, and `.choice.<field>.<value>`.
 */
export interface Entity<F extends Fields = Fields> {
  readonly table: string;
  /** The child of `admin` in the address, such as `cost-center` (NAV-05). */
  readonly route: string;
  readonly fields: F;
  /** The fields that name a row in references: number and name. */
  readonly label: readonly string[];
  /** The text fields that the search of the list covers. */
  readonly search: readonly string[];
  /** Columns of the list, in order. */
  readonly list: readonly string[];
  /** Columns of the table view, in order; CSV has the same. */
  readonly sheet: readonly string[];
  readonly order: readonly string[];
  readonly tabs: readonly Tab[];
  readonly children: Readonly<Record<string, Children>>;
  /** The child row that a new row of the table view includes (VAL-26). */
  readonly firstChild?: FirstChild;
  readonly links: Readonly<Record<string, Link>>;
  /** Fixed values of every row of the entity, such as `is_group` of people. */
  readonly constants: Row;
  /**
   * The fields that match a row of a file with a stored row (SHEET-19); of several lists the first whose columns the
   * file has. Without them unique fields, numbers and names do.
   */
  readonly recognisedBy?: readonly (readonly string[])[];
  /** The server may ask for confirmation before it saves a change of the rows (API-41). */
  readonly asked?: true;
  /** The record whose form edits the rows, and its tab there; the entity itself has only a table view. */
  readonly editedIn?: { readonly field: string; readonly tab: string };
  /** Flags shown as a badge, such as `blocked` of people; of several that hold, the first. */
  readonly marks: readonly string[];
  /** The module that the entity requires (GEN-10). */
  readonly module?: EntityModule;
  /** Parts beside the first tab, such as images. */
  readonly aside: readonly TabPart[];
  /** Rules over several fields, applied to the row as it will be saved. */
  readonly check: (row: Row) => readonly FieldProblem[];
  /** Rules over facts that only the server knows, such as whether a secret is stored. */
  readonly checkStored?: (row: Row) => readonly FieldProblem[];
  readonly doubts?: Doubts;
  /** The name and the fields that tell a row's place; a warning reports another row with the same name and place. */
  readonly alike?: readonly string[];
  /** Computes the values that follow from a change of the field `changed` (PRICE-01). */
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

/** Limits the parts that name fields to existing fields. */
interface Declared<F extends Fields> {
  readonly label: Named<F>;
  readonly list: Named<F>;
  readonly search: Named<F>;
  readonly sheet: Named<F>;
  readonly order: Named<F>;
}

type Given<F extends Fields> = Omit<Entity<F>, 'table' | 'fields' | keyof Declared<F>> & Declared<F>;
type Declaration<F extends Fields> = Omit<Given<F>, Optional> & Partial<Pick<Given<F>, Optional>>;

/**
 * Declares an entity. Search and order default to the label; the table view has all fields, those that `leads` names
 * first.
 */
export function entity<const F extends Fields>(
  table: string,
  fields: F,
  { leads = [], ...declaration }: Declaration<F> & { readonly leads?: Named<F> },
): Entity<F> {
  const names = Object.keys(fields) as (keyof F & string)[];
  const others = names.filter((name) => isCell(fields[name]) && !leads.includes(name));
  return {
    search: declaration.label,
    order: declaration.label,
    sheet: [...leads, ...others],
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

/** The mark of a row that is shown; none, if it has none. */
export function marksOf({ marks }: Entity, row: Readonly<Record<string, unknown>>): readonly string[] {
  const first = marks.find((mark) => row[mark] === true);
  return first === undefined ? [] : [first];
}

/** An entity with only these of its fields, for a shorter form. */
export function withFieldsOnly({ doubts: _, ...entity }: Entity, names: readonly string[]): Entity {
  const fields = Object.entries(entity.fields).filter(([name]) => names.includes(name));
  return { ...entity, fields: Object.fromEntries(fields), children: {}, links: {} };
}

function isCell(field: Field | undefined): boolean {
  return field !== undefined && !field.computed && !['file', 'form-flags'].includes(field.kind.input);
}
