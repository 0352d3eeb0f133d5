import { deliverInvoice } from '../../features/invoice/server/deliver.ts';
import { mailReader } from '../../features/mailbox/server/mail-reader.ts';
import type { TakingParts } from '../../features/mailbox/server/take-mail.ts';
import { documentSigner } from '../../features/recognition/server/signer.ts';
import type { Clock } from '../../platform/server/clock.ts';
import type { Configuration } from '../../platform/server/configuration.ts';
import type { SystemSettings } from '../../platform/server/connected-systems.ts';
import type { Database } from '../../platform/server/database.ts';
import type { Log } from '../../platform/server/log.ts';
import type { MailTransport } from '../../platform/server/mail/mail-smtp.ts';
import type { Secrets } from '../../platform/server/secrets.ts';

/** What all background work shares. */
export interface Work {
  readonly configuration: Pick<Configuration, 'publicUrl' | 'smtpUrl' | 'mailFrom' | 'secretKey'> &
    Partial<
      Pick<
        Configuration,
        | 'privateNetworks'
        | 'tenantDomain'
        | 'mailTokenUrls'
        | 'inboxDirectory'
        | 'exportDirectory'
        | 'importMailUrl'
        | 'referenceRatesUrl'
        | 'sandboxShop'
        | 'easybill'
        | 'creditor'
      > &
        SystemSettings
    >;
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** Null: without a mail server, mails stay in the outbox. */
  readonly transport: MailTransport | null;
}

/** How invoices are taken from mails and folders. */
export function takingOf({ configuration, database }: Work): TakingParts {
  return {
    database,
    readMail: mailReader(),
    sign: documentSigner(),
    deliver: deliverInvoice,
    publicUrl: configuration.publicUrl,
  };
}
