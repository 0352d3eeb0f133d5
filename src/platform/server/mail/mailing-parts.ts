import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';

/** What work with mails needs that contain links. */
export interface MailingParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Base address of the installation. */
  readonly publicUrl: string;
}
