import { createContext, type ReactNode, useContext } from 'react';
import type { Draft, RetiredRows } from '../draft.ts';
import type { Entity, Row } from '../entity.ts';
import type { Value } from '../kind.ts';
import type { Entities } from '../record.ts';

/** What a part of a form that is written by hand gets. */
export interface HandPartProps {
  readonly entity: Entity;
  /** Null for a record that is not yet saved. */
  readonly id: number | null;
  readonly draft: Draft;
  readonly onChange: (field: string, value: Value) => void;
}

export type HandPart = (props: HandPartProps) => ReactNode;

/** What can be done with a stored record beyond its fields, in its row menu and on its form. */
export interface RecordActionProps {
  readonly id: number;
  /** The marks that the record has. */
  readonly marks: readonly string[];
  /** Whether menu items are wanted instead of buttons. */
  readonly isMenu: boolean;
}

export type RecordAction = (props: RecordActionProps) => ReactNode;

/** All declared entities, and the parts by hand that their tabs name. */
export interface EntityCatalog {
  readonly entities: Entities;
  readonly hands: Readonly<Record<string, HandPart>>;
  /** By table. */
  readonly actions: Readonly<Record<string, RecordAction>>;
  /** What is asked, by table, before a change is saved that reaches further than the record (ADM-10). */
  readonly questions: Readonly<Record<string, SaveQuestion>>;
  /** Shows what happened to a record (AUD-08). */
  readonly history: HistoryPart | null;
  /** Shows where a record is used. */
  readonly usage: UsagePart | null;
  /** Shows what of a record waits for somebody to confirm it (AUTH-31). */
  readonly waiting: WaitingPart | null;
  /** Records are looked at only (ARC-04). */
  readonly isReadOnly?: true;
}

export interface SaveQuestionProps {
  readonly entity: Entity;
  readonly id: number;
  readonly retired: readonly RetiredRows[];
  /** The fields that differ from what is stored: of the record by name, of its children as `table.field`. */
  readonly changed: readonly string[];
  /** The whole record as it is and as it will be, where a form asks. */
  readonly edited?: EditedDrafts | undefined;
  readonly name: string;
  /** The form that asks saves the change by itself; otherwise whoever answers has done it. */
  readonly isSavedAfter: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export interface EditedDrafts {
  readonly before: Draft;
  readonly after: Draft;
}

/** A record as it is and as it will be. */
export interface RecordChange {
  readonly before: Row;
  readonly after: Row;
  readonly entity: Entity;
  readonly changed: readonly string[];
  readonly retired: readonly RetiredRows[];
  readonly edited?: EditedDrafts;
}

/** Rows of which a table view or a file changes what is asked about. */
export interface ChangedRowsProps {
  readonly rows: readonly RetiredRows[];
  /** Called once it is shown what the rows reach, with false where that could not be found out. */
  readonly onTold: (isTold: boolean) => void;
}

export interface SaveQuestion {
  readonly isAsked: (change: RecordChange) => boolean;
  readonly Part: (props: SaveQuestionProps) => ReactNode;
  /** What is shown where many rows are saved at once, inside of the question that is asked there anyway. */
  readonly OfRows?: (props: ChangedRowsProps) => ReactNode;
}

export type UsagePart = (props: { readonly entity: Entity; readonly id: number }) => ReactNode;

export interface WaitingPartProps {
  readonly table: string;
  /** Null for a record that is not yet saved. */
  readonly id: number | null;
  /** Null for all of the record. */
  readonly field: string | null;
}

export type WaitingPart = (props: WaitingPartProps) => ReactNode;

export type HistoryPart = (props: {
  readonly table: string;
  readonly id: number;
  readonly onClose: () => void;
}) => ReactNode;

const Catalog = createContext<EntityCatalog>({
  entities: new Map(),
  hands: {},
  actions: {},
  questions: {},
  history: null,
  usage: null,
  waiting: null,
});

export function EntityCatalogProvider(props: {
  readonly catalog: EntityCatalog;
  readonly children: ReactNode;
}): ReactNode {
  return <Catalog value={props.catalog}>{props.children}</Catalog>;
}

export function useCatalog(): EntityCatalog {
  return useContext(Catalog);
}

export function useEntities(): Entities {
  return useContext(Catalog).entities;
}
