import { createContext, type ReactNode, useContext } from 'react';
import type { Draft, RetiredRows } from '../draft.ts';
import type { Entity, Row } from '../entity.ts';
import type { Value } from '../kind.ts';
import type { Entities } from '../record.ts';

/** The props of a handwritten form part. */
export interface HandPartProps {
  readonly entity: Entity;
  /** Null for an unsaved record. */
  readonly id: number | null;
  readonly draft: Draft;
  readonly onChange: (field: string, value: Value) => void;
}

export type HandPart = (props: HandPartProps) => ReactNode;

/** The props of the further actions on a stored record, in its row menu and on its form. */
export interface RecordActionProps {
  readonly id: number;
  /** The marks that are set. */
  readonly marks: readonly string[];
  /** Renders menu items instead of buttons. */
  readonly isMenu: boolean;
}

export type RecordAction = (props: RecordActionProps) => ReactNode;

/** All declared entities, and the handwritten parts that their tabs name. */
export interface EntityCatalog {
  readonly entities: Entities;
  readonly hands: Readonly<Record<string, HandPart>>;
  /** By table. */
  readonly actions: Readonly<Record<string, RecordAction>>;
  /** By table, the question before a change that affects more than the record is saved (ADM-10). */
  readonly questions: Readonly<Record<string, SaveQuestion>>;
  /** Shows the history of a record (AUD-08). */
  readonly history: HistoryPart | null;
  /** Shows the usage of a record. */
  readonly usage: UsagePart | null;
  /** Shows the changes of a record that wait for confirmation (AUTH-31). */
  readonly waiting: WaitingPart | null;
  /** Records are read-only (ARC-04). */
  readonly isReadOnly?: true;
}

export interface SaveQuestionProps {
  readonly entity: Entity;
  readonly id: number;
  readonly retired: readonly RetiredRows[];
  /** The fields that differ from the stored ones: of the record by name, of its children as `table.field`. */
  readonly changed: readonly string[];
  /** The whole record before and after, where a form asks. */
  readonly edited?: EditedDrafts | undefined;
  readonly name: string;
  /** The asking form saves the change itself; otherwise the question has saved it. */
  readonly isSavedAfter: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export interface EditedDrafts {
  readonly before: Draft;
  readonly after: Draft;
}

/** A record before and after a change. */
export interface RecordChange {
  readonly before: Row;
  readonly after: Row;
  readonly entity: Entity;
  readonly changed: readonly string[];
  readonly retired: readonly RetiredRows[];
  readonly edited?: EditedDrafts;
}

/** Rows that a table view or a file changes in a way that needs a question. */
export interface ChangedRowsProps {
  readonly rows: readonly RetiredRows[];
  /** Called once the effects of the change are shown; false where they could not be determined. */
  readonly onReported: (isReported: boolean) => void;
}

export interface SaveQuestion {
  readonly isNeeded: (change: RecordChange) => boolean;
  readonly Part: (props: SaveQuestionProps) => ReactNode;
  /** Shown inside the general question where many rows are saved at once. */
  readonly OfRows?: (props: ChangedRowsProps) => ReactNode;
}

export type UsagePart = (props: { readonly entity: Entity; readonly id: number }) => ReactNode;

export interface WaitingPartProps {
  readonly table: string;
  /** Null for an unsaved record. */
  readonly id: number | null;
  /** Null for the whole record. */
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
