import type { ImportMode } from '../../master-data/mailbox.ts';

/** The destination of a mail. */
export interface Destination {
  readonly tenantId: number;
  readonly mailboxId: number | null;
  readonly clientId: number | null;
  readonly mode: ImportMode;
}
