import type { Entity } from '../../entity/entity.ts';
import type { EntityCatalog } from '../../entity/web/entity-catalog.tsx';
import { DatevConnections } from '../../features/accounting-export/targets/datev/web/DatevConnections.tsx';
import { DynamicsConnection } from '../../features/accounting-export/targets/ms365/web/DynamicsConnection.tsx';
import { MasterDataOfDatev } from '../../features/accounting-export/web/master-data/MasterDataOfDatev.tsx';
import { AuditorAccesses } from '../../features/auditor/web/AuditorAccesses.tsx';
import { MandatePart } from '../../features/billing/web/direct-debit/MandatePart.tsx';
import { InvoiceSelections } from '../../features/configuration/web/InvoiceSelections.tsx';
import { WaitingHere } from '../../features/control/web/WaitingHere.tsx';
import { FailedRecognitions } from '../../features/invoice/web/failed/FailedRecognitions.tsx';
import { UntouchedShare } from '../../features/invoice/web/failed/UntouchedShare.tsx';
import { SupplierHints } from '../../features/invoice/web/hints/SupplierHints.tsx';
import { MailboxConnection } from '../../features/mailbox/web/MailboxConnection.tsx';
import { MailboxList } from '../../features/mailbox/web/MailboxList.tsx';
import { MailboxMails } from '../../features/mailbox/web/MailboxMails.tsx';
import { entities, sheets } from '../../features/master-data/entities.ts';
import { MandatoryFields } from '../../features/master-data/web/MandatoryFields.tsx';
import { SupplierBank } from '../../features/master-data/web/SupplierBank.tsx';
import { SupplierMerged } from '../../features/master-data/web/SupplierMerged.tsx';
import { AccountTwins, SupplierTwins } from '../../features/master-data/web/SupplierTwins.tsx';
import { SetupSettings } from '../../features/onboarding/web/SetupSettings.tsx';
import { ApiToken } from '../../features/people/web/ApiToken.tsx';
import { DepartmentEmployees } from '../../features/people/web/DepartmentEmployees.tsx';
import { Directory } from '../../features/people/web/directory/Directory.tsx';
import { LedByDirectory } from '../../features/people/web/directory/LedByDirectory.tsx';
import { InvitationState } from '../../features/people/web/InvitationState.tsx';
import { PasskeyList } from '../../features/people/web/PasskeyList.tsx';
import { PersonActions } from '../../features/people/web/PersonActions.tsx';
import { PersonSessions } from '../../features/people/web/PersonSessions.tsx';
import { SignOnAccounts } from '../../features/people/web/SignOnAccounts.tsx';
import { ServiceTokens } from '../../features/people/web/service-tokens/ServiceTokens.tsx';
import { UserBlock } from '../../features/people/web/UserBlock.tsx';
import { MarketplaceConnection } from '../../features/punchout/web/MarketplaceConnection.tsx';
import { MarketplaceList } from '../../features/punchout/web/MarketplaceList.tsx';
import { MarketplaceLog } from '../../features/punchout/web/MarketplaceLog.tsx';
import { MarketplaceNotices } from '../../features/punchout/web/MarketplaceNotices.tsx';
import { MarketplacePreset } from '../../features/punchout/web/MarketplacePreset.tsx';
import { PunchoutCompanies } from '../../features/punchout/web/PunchoutCompanies.tsx';
import { DestinationList } from '../../features/scheduled-export/web/DestinationList.tsx';
import { SignOnConnection } from '../../features/session/web/sign-on/SignOnConnection.tsx';
import { SignOnIssuers } from '../../features/session/web/sign-on/SignOnIssuers.tsx';
import { WebhookDeliveries } from '../../features/webhook/web/WebhookDeliveries.tsx';
import { WebhookList } from '../../features/webhook/web/WebhookList.tsx';
import { WebhookSecret } from '../../features/webhook/web/WebhookSecret.tsx';
import { RecordHistory } from './RecordHistory.tsx';
import { RecordUsage } from './RecordUsage.tsx';
import { personQuestion, settingsQuestion, waitingQuestion } from './WaitingDialog.tsx';

/** Deactivating a record that documents may use asks first (PROC-43); for people the hand-over asks (ADM-10). */
const waitedOn = [...entities.values()].filter(
  ({ fields, children }) =>
    'active' in fields || Object.values(children).some((each) => 'active' in each.fields),
);

/** The declared entities with the hand-written parts of their forms. */
export const adminCatalog: EntityCatalog = {
  entities,
  hands: {
    'api-token': ApiToken,
    'auditor-accesses': AuditorAccesses,
    'datev-connections': DatevConnections,
    'datev-master-data': MasterDataOfDatev,
    'department-employees': DepartmentEmployees,
    directory: Directory,
    'export-destinations': DestinationList,
    'dynamics-connection': DynamicsConnection,
    'failed-recognitions': FailedRecognitions,
    'untouched-share': UntouchedShare,
    invitation: InvitationState,
    'invoice-selections': InvoiceSelections,
    'led-by-directory': LedByDirectory,
    'mailbox-connection': MailboxConnection,
    'mailbox-mails': MailboxMails,
    mailboxes: MailboxList,
    'mandatory-fields': MandatoryFields,
    'marketplace-connection': MarketplaceConnection,
    'marketplace-preset': MarketplacePreset,
    'marketplace-log': MarketplaceLog,
    'marketplace-notices': MarketplaceNotices,
    marketplaces: MarketplaceList,
    passkeys: PasskeyList,
    'punchout-companies': PunchoutCompanies,
    'sepa-mandate': MandatePart,
    'service-tokens': ServiceTokens,
    'sign-on-accounts': SignOnAccounts,
    'sign-on-connection': SignOnConnection,
    'sign-on-issuers': SignOnIssuers,
    sessions: PersonSessions,
    setup: SetupSettings,
    'supplier-bank': SupplierBank,
    'supplier-hints': SupplierHints,
    'supplier-account-twins': AccountTwins,
    'supplier-merged': SupplierMerged,
    'supplier-twins': SupplierTwins,
    'user-block': UserBlock,
    'webhook-deliveries': WebhookDeliveries,
    'webhook-secret': WebhookSecret,
    webhooks: WebhookList,
  },
  actions: { lb_user: PersonActions },
  questions: {
    ...Object.fromEntries(waitedOn.map(({ table }) => [table, waitingQuestion])),
    configuration: settingsQuestion,
    lb_user: personQuestion,
  },
  history: RecordHistory,
  usage: RecordUsage,
  waiting: WaitingHere,
};

/** The same read-only: without actions and secrets (ARC-04). */
export const readOnlyCatalog: EntityCatalog = {
  ...adminCatalog,
  hands: {},
  actions: {},
  questions: {},
  waiting: null,
  isReadOnly: true,
};

/** The entity at an address such as `/admin/cost-center`. */
export function entityOfRoute(route: string): Entity | undefined {
  return [...sheets.values()].find((entity) => entity.route === route);
}
