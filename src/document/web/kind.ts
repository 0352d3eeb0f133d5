import type { ReactNode } from 'react';
import type { Kind } from '../kind.ts';
import type { ShownDocument } from './document.ts';

/** What the page of a document knows of its kind beside the fields. */
export interface PageKind<Document extends ShownDocument = ShownDocument> extends Kind {
  /** What of a document is read beside what every kind has, as a GraphQL selection. */
  readonly fields: string;
  /** In these statuses one changes; everywhere else one reads first. */
  readonly editedIn: readonly Document['status'][];
  readonly actions: KindActions;
}

/** How the actions of a kind appear, beside those that every kind has. */
export interface KindActions {
  /** Need nothing but the click (TASK-01). */
  readonly clicked: readonly string[];
  /** After these the document stays in view: it is still with this person, or the person follows its way. */
  readonly staying: readonly string[];
  /** Leave the document at its step, so that no next one is named. */
  readonly inPlace: readonly string[];
  /** Have their own place on the page instead of the bar. */
  readonly elsewhere: readonly string[];
  /** End the own task otherwise than the main action, and stand beside it. */
  readonly beside: readonly string[];
  readonly icons: Readonly<Record<string, ReactNode>>;
  /** As what the chosen person goes to the server, where he is not simply the person: the step he gets. */
  readonly personArguments: Readonly<Record<string, string>>;
}

/** Of a kind whose actions are those that every kind has. */
export const plainActions: KindActions = {
  clicked: [],
  staying: [],
  inPlace: [],
  elsewhere: [],
  beside: [],
  icons: {},
  personArguments: {},
};
