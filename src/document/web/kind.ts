import type { ReactNode } from 'react';
import type { Kind } from '../kind.ts';
import type { ShownDocument } from './document.ts';

/** What the document page needs to know about a kind. */
export interface PageKind<Document extends ShownDocument = ShownDocument> extends Kind {
  /** The kind's own fields as a GraphQL selection. */
  readonly fields: string;
  /** In these statuses the page opens for editing, otherwise read-only. */
  readonly editedIn: readonly Document['status'][];
  readonly actions: KindActions;
}

/** How a kind's own actions appear. */
export interface KindActions {
  /** Actions that need only a click (TASK-01). */
  readonly clicked: readonly string[];
  /** After these the document stays open: its task is still the person's, or the person watches it. */
  readonly staying: readonly string[];
  /** Actions that keep the step, so that no next one is shown. */
  readonly inPlace: readonly string[];
  /** Actions shown outside the bar. */
  readonly elsewhere: readonly string[];
  /** Alternatives to the main action that end the own task, shown beside it. */
  readonly beside: readonly string[];
  readonly icons: Readonly<Record<string, ReactNode>>;
  /** The command argument for the chosen person, if not `person_id`, by action. */
  readonly personArguments: Readonly<Record<string, string>>;
}

/** For kinds without actions of their own. */
export const plainActions: KindActions = {
  clicked: [],
  staying: [],
  inPlace: [],
  elsewhere: [],
  beside: [],
  icons: {},
  personArguments: {},
};
