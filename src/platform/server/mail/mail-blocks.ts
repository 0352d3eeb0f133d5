/** A paragraph, a link, or a document. */
export type MailBlock = string | MailLink | MailSubject;

/** A link on its own line: a button, or a quiet link. */
export interface MailLink {
  readonly label: string;
  readonly url: string;
  readonly isQuiet?: boolean;
}

/** One document in a mail: its title, its name, and its facts as a table. */
export interface MailSubject {
  readonly heading: string;
  readonly note: string | null;
  readonly facts: readonly MailFact[];
}

/** A row of facts; one without a label is an item of a list. */
export interface MailFact {
  readonly label: string | null;
  readonly value: string;
  /** The used share of a budget, drawn as a bar; above 1 it is exceeded. */
  readonly share?: number;
}
