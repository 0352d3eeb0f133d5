import type { Tx } from './database.ts';

/** A deadline of a document, in the language of the person who is told of it. */
export interface ToldDeadline {
  readonly title: string;
  /** The document. */
  readonly kind: string;
  readonly id: number;
}

/**
 * Tells the devices of a person of a deadline, beside the mail about it (MOB-03). Notifications need no call: their rows
 * are told by themselves. `tx` acts as `writer`.
 */
export function noteDeadline(tx: Tx, personId: number, { title, kind, id }: ToldDeadline): void {
  tx.send("select app.note_push($1, 'deadline', $2, $3, $4)", [personId, title, kind, id]);
}
