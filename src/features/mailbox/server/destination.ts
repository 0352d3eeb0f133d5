import type { ImportMode } from '../../master-data/mailbox.ts';

/** Where a mail came to. */
export interface Destination {
  readonly tenantId: number;
  readonly mailboxId: number | null;
  readonly clientId: number | null;
  readonly mode: ImportMode;
}
