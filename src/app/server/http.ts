import { join } from 'node:path';
import { registerApprovalLinks } from '../../document/server/approval-link-routes.ts';
import { documentFiles } from '../../document/server/attachments.ts';
import { registerEventRoutes } from '../../document/server/event-routes.ts';
import { registerImport } from '../../entity/server/import-route.ts';
import { registerTableExport } from '../../entity/server/table-route.ts';
import { registerConnectionRoutes } from '../../features/accounting-export/server/connections/connection-routes.ts';
import { connections } from '../../features/accounting-export/server/connections/connections.ts';
import { registerMasterDataOfDatev } from '../../features/accounting-export/server/master-data/routes.ts';
import { registerInvoiceExport } from '../../features/accounting-export/server/routes.ts';
import { registerArchives } from '../../features/archive/server/routes.ts';
import { handedOver } from '../../features/archive/server/store.ts';
import { registerAuditHistory } from '../../features/audit/server/history-route.ts';
import { logAuditors } from '../../features/auditor/server/access-log.ts';
import { registerDirectDebits } from '../../features/billing/server/direct-debit/routes.ts';
import { easybillProvider } from '../../features/billing/server/easybill/provider.ts';
import { registerBilling } from '../../features/billing/server/routes.ts';
import { registerContractCalendar } from '../../features/contract/server/calendar-routes.ts';
import { registerNoticeLetter } from '../../features/contract/server/letter/notice-route.ts';
import { registerDataProtection } from '../../features/data-protection/server/routes.ts';
import { registerDeletion } from '../../features/deletion/server/routes.ts';
import { registerDirectory } from '../../features/directory/server/routes.ts';
import { registerHelp } from '../../features/help/server/routes.ts';
import { registerProbes } from '../../features/installation/server/probe-routes.ts';
import { registerSecurityTxt } from '../../features/installation/server/security-txt.ts';
import { deliverInvoice } from '../../features/invoice/server/deliver.ts';
import { registerIntakeRoutes } from '../../features/invoice/server/intake-routes.ts';
import { registerPagesRoute } from '../../features/invoice/server/pages/pages-route.ts';
import { registerShareRoute } from '../../features/invoice/server/share-route.ts';
import { registerMailboxRoutes } from '../../features/mailbox/server/mailbox-routes.ts';
import { registerMailboxSignIn } from '../../features/mailbox/server/oauth/sign-in-routes.ts';
import { sheets } from '../../features/master-data/entities.ts';
import { masterDocuments, masterImages, signatures } from '../../features/master-data/server/uploads.ts';
import { registerClosing } from '../../features/month-end/server/closing/closing-routes.ts';
import { registerMonthEnd } from '../../features/month-end/server/routes.ts';
import { registerOnboarding } from '../../features/onboarding/server/routes.ts';
import { registerHealth } from '../../features/operator/server/health-routes.ts';
import { registerOperator } from '../../features/operator/server/routes.ts';
import { registerExport } from '../../features/overview/server/export-route.ts';
import { waysOfInstallation } from '../../features/process-documentation/server/installation-ways.ts';
import { registerProcessDocumentation } from '../../features/process-documentation/server/routes.ts';
import { registerOrderPdf } from '../../features/procurement/server/pdf-route.ts';
import { registerPunchoutRoutes } from '../../features/procurement/server/punchout-routes.ts';
import { registerOrderRoutes } from '../../features/procurement/server/sending-routes.ts';
import { registerShopNotices } from '../../features/procurement/server/shop-notice-route.ts';
import { registerStatusUpdate } from '../../features/procurement/server/status-update.ts';
import { registerConnectionTest } from '../../features/punchout/server/connection-route.ts';
import { registerPunchoutReturn } from '../../features/punchout/server/return-route.ts';
import { registerPush } from '../../features/push/server/routes.ts';
import { partsInCell } from '../../features/recognition/server/pages/parts-maker.ts';
import { registerReferenceRates } from '../../features/reference-rate/server/routes.ts';
import { registerRights } from '../../features/rights-review/server/routes.ts';
import { registerOperatorLog } from '../../features/security-log/server/operator-routes.ts';
import { logRefusedRoutes, notesOfRefusals } from '../../features/security-log/server/refusals.ts';
import {
  registerAccountRoutes,
  registerPasskeyRoutes,
} from '../../features/session/server/account-routes.ts';
import { isDemoInstallation, registerDemoLogin } from '../../features/session/server/demo-login.ts';
import { registerEnvironment } from '../../features/session/server/environment.ts';
import { registerManifest } from '../../features/session/server/manifest.ts';
import { registerSessionRoutes } from '../../features/session/server/routes.ts';
import { registerServiceTokens } from '../../features/session/server/service-tokens/routes.ts';
import { registerSignOnRoutes } from '../../features/session/server/sign-on/routes.ts';
import { registerSignOnTest } from '../../features/session/server/sign-on/test-route.ts';
import { registerWebhooks } from '../../features/webhook/server/routes.ts';
import type { Graphql } from '../../graphql/server/graphql.ts';
import { type Clock, systemClock } from '../../platform/server/clock.ts';
import type { Configuration } from '../../platform/server/configuration.ts';
import type { SystemSettings } from '../../platform/server/connected-systems.ts';
import { migrationNames } from '../../platform/server/database/schema-files.ts';
import type { Database } from '../../platform/server/database.ts';
import { registerFileRoutes } from '../../platform/server/files/files-http.ts';
import { createHttpServer, type HttpServer } from '../../platform/server/http/http.ts';
import { endSlowBodies } from '../../platform/server/http/http-arrival.ts';
import { limitStrangers } from '../../platform/server/http/http-body.ts';
import { registerReadiness } from '../../platform/server/http/http-health.ts';
import { registerJobRoutes } from '../../platform/server/http/http-jobs.ts';
import { readJson } from '../../platform/server/http/http-json.ts';
import { registerLive } from '../../platform/server/http/http-live.ts';
import { leadToNewPlaces } from '../../platform/server/http/http-moved.ts';
import { shareAmongPeople } from '../../platform/server/http/http-shares.ts';
import { serveFrontEnd } from '../../platform/server/http/http-static.ts';
import { registerTickets } from '../../platform/server/http/http-tickets.ts';
import {
  type Authentication,
  createAuthentication,
  requireOneself,
} from '../../platform/server/http/request-context.ts';
import { onceByKey } from '../../platform/server/idempotency.ts';
import type { Log } from '../../platform/server/log.ts';
import { registerOutbox } from '../../platform/server/mail/mail-outbox.ts';
import { usualMailTokenUrls } from '../../platform/server/mail-token-urls.ts';
import type { HttpWatch } from '../../platform/server/metrics.ts';
import { describeRoutes } from '../../platform/server/openapi/described.ts';
import { type OutgoingHosts, outgoingHosts } from '../../platform/server/outgoing.ts';
import { openReadiness, type Readiness } from '../../platform/server/readiness.ts';
import { deriveSecrets, type Secrets } from '../../platform/server/secrets.ts';
import { createTokens, type Tokens } from '../../platform/server/tokens.ts';
import { documentVisibility } from '../../timeline/server/document-visibility.ts';
import { catalogue } from './api/catalogue.ts';
import { registerOpenApi } from './api/openapi-route.ts';
import { writingCalls } from './calls.ts';
import { demoPeople } from './demo-people.ts';
import { openGraphql } from './graphql.ts';
import { registerGraphql } from './graphql-route.ts';
import { commandsOfKinds, exportedKinds, kindsInApi, servedKinds } from './kinds.ts';
import { samplePapers } from './sample-invoices.ts';
import { version } from './version.ts';

export interface HttpParts {
  readonly configuration: Pick<
    Configuration,
    'publicUrl' | 'allowedHosts' | 'trustedProxies' | 'secretKey' | 'smtpUrl' | 'isLoopback'
  > &
    Partial<
      Pick<
        Configuration,
        | 'privateNetworks'
        | 'tenantDomain'
        | 'mailTokenUrls'
        | 'sandboxShop'
        | 'easybill'
        | 'creditor'
        | 'demo'
        | 'securityContact'
        | 'importMailUrl'
        | 'inboxDirectory'
        | 'filesUrl'
        | 'referenceRatesUrl'
      > &
        SystemSettings
    >;
  readonly database: Database;
  readonly log: Log;
  readonly clock?: Clock;
  readonly watch?: HttpWatch;
  /** Shared readiness checks of this process, if others use them as well. */
  readonly readiness?: Readiness;
  /** The API over the same database, if others use it as well. */
  readonly graphql?: Graphql;
  /** Data directory of the embedded database, if used. */
  readonly dataDirectory?: string;
  /** Directory of the built front end. */
  readonly webDirectory?: string;
}

const builtFrontEnd = join(import.meta.dirname, '../../../dist/web');

/** What the routes share. */
interface Served {
  readonly configuration: HttpParts['configuration'];
  /** Answers a repeated request with a known key once. */
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly tokens: Tokens;
  readonly authentication: Authentication;
  readonly hosts: OutgoingHosts;
  /** The writing calls that a token can name (AUTH-34). */
  readonly calls: () => readonly string[];
}

/** The web server with all routes of the product, not yet listening. */
export async function openHttp(parts: HttpParts): Promise<HttpServer> {
  const { configuration, log, clock = systemClock } = parts;
  const database = onceByKey(parts.database);
  const secrets = deriveSecrets(configuration.secretKey);
  const tokens = createTokens(secrets, clock);
  const authentication = createAuthentication({ database, tokens, clock });
  const hosts = outgoingHosts(configuration.privateNetworks ?? []);
  const app = createHttpServer(configuration, log, parts.watch);
  const graphql = parts.graphql ?? (await openGraphql(parts.database, log, secrets));
  const calls = writingCalls(app, graphql, authentication);
  const described = describeRoutes(app, catalogue, {
    person: [authentication.requirePerson, authentication.requireTicketOrPerson],
    ownSession: requireOneself,
  });
  const served: Served = {
    configuration,
    database,
    clock,
    log,
    secrets,
    tokens,
    authentication,
    hosts,
    calls,
  };
  shareAmongPeople(app);
  limitStrangers(app);
  readJson(app);
  endSlowBodies(app);
  logAuditors(app, parts.database);
  logRefusedRoutes(app, notesOfRefusals(database, log));
  const own = { version, migrations: migrationNames(), dataDirectory: parts.dataDirectory ?? null };
  // The machine's own clock, even if `clock` is set differently.
  const looked = { database, clock: systemClock, dataDirectory: own.dataDirectory };
  registerReadiness(app, parts.readiness ?? openReadiness(looked), version);
  registerProbes(app, { secrets, clock, version });
  registerGraphql(app, graphql, authentication);
  const { publicUrl } = configuration;
  registerOpenApi(app, { database, routes: described, publicUrl }, authentication);
  registerSessions(app, served);
  registerDocuments(app, served);
  const live = registerLive(
    app,
    { database, clock, log, visibility: documentVisibility(database) },
    authentication,
  );
  parts.watch?.countStreams(() => live.size);
  registerConnectedSystems(app, served);
  registerLists(app, served);
  registerAdministration(app, served);
  registerHealth(app, { database, clock, own }, authentication);
  registerOutbox(app, database, configuration, secrets);
  leadToNewPlaces(app, database, configuration.publicUrl);
  await serveFrontEnd(app, parts.webDirectory ?? builtFrontEnd);
  return app;
}

/** Logins, passkeys, sessions and access tokens. */
function registerSessions(app: HttpServer, served: Served): void {
  const { configuration, database, secrets, tokens, clock, authentication, hosts, calls } = served;
  registerEnvironment(app, database, configuration);
  registerManifest(app, configuration.publicUrl);
  registerSecurityTxt(app, { ...configuration, clock });
  const { publicUrl, tenantDomain = null } = configuration;
  const session = { database, secrets, tokens, clock, publicUrl, tenantDomain };
  registerSessionRoutes(app, session);
  if (isDemoInstallation(configuration)) registerDemoLogin(app, { ...session, people: demoPeople });
  registerPasskeyRoutes(app, session, authentication);
  registerSignOnRoutes(app, { ...session, hosts });
  registerSignOnTest(app, { ...session, hosts }, authentication);
  registerAccountRoutes(app, session, authentication);
  registerServiceTokens(app, { ...session, calls }, authentication);
  registerPush(app, { ...session, hosts }, authentication);
  registerDirectory(app, session, authentication);
}

/** Documents with their files, letters and dates. */
function registerDocuments(app: HttpServer, served: Served): void {
  const { configuration, database, clock, tokens, authentication } = served;
  const { publicUrl } = configuration;
  registerAuditHistory(app, { database, contents: servedKinds }, authentication);
  registerTickets(app, { database, tokens }, authentication);
  registerOrderPdf(app, { database, clock, publicUrl }, authentication);
  registerNoticeLetter(app, { database, clock }, authentication);
  const documents = Object.fromEntries(servedKinds.map((kind) => [kind.kind.name, documentFiles(kind)]));
  const others = { master_image: masterImages, master_document: masterDocuments, signature: signatures };
  registerFileRoutes(app, { database, targets: { documents, others } }, authentication);
  registerOrderRoutes(app, database, authentication);
  registerIntakeRoutes(app, database, authentication);
  registerShareRoute(app);
  registerPagesRoute(app, { database, makeParts: partsInCell }, authentication);
  registerEventRoutes(app, database, authentication);
  registerContractCalendar(app, { database, clock, publicUrl }, authentication);
  registerApprovalLinks(app, { database, clock, kinds: kindsInApi });
}

/** Accounting, mailboxes, marketplaces and the billing service. */
function registerConnectedSystems(app: HttpServer, served: Served): void {
  const { configuration, database, clock, secrets, authentication, hosts } = served;
  const { datev = null, ms365 = null, sandboxShop = null, publicUrl } = configuration;
  registerInvoiceExport(app, { database, authentication });
  const accounting = connections({ database, secrets, clock, settings: { datev, ms365 }, publicUrl });
  registerConnectionRoutes(app, accounting, authentication);
  registerMasterDataOfDatev(app, { database, authentication });
  const { mailTokenUrls: tokenUrls = usualMailTokenUrls } = configuration;
  registerMailboxRoutes(app, { database, hosts, secrets, tokenUrls }, authentication);
  registerMailboxSignIn(app, { database, clock, secrets, tokenUrls, publicUrl }, authentication);
  const shops = { database, secrets, hosts, sandboxShop, clock, publicUrl };
  registerPunchoutRoutes(app, shops, authentication);
  registerStatusUpdate(app, database, authentication);
  registerShopNotices(app, { ...shops, deliverInvoice });
  registerPunchoutReturn(app, shops, authentication);
  registerConnectionTest(app, shops, authentication);
  const { creditor = null, easybill = null } = configuration;
  const provider = easybill && easybillProvider({ settings: easybill, clock });
  registerWebhooks(app, { database, clock, secrets }, authentication);
  registerBilling(app, { database, clock, provider, creditor }, authentication);
  registerDirectDebits(app, { database, clock, creditor }, authentication);
}

/** Lists and files made of them, the month end, and imports of tables. */
function registerLists(app: HttpServer, { database, clock, authentication }: Served): void {
  registerJobRoutes(app, database, authentication);
  registerExport(app, { database, authentication, kinds: exportedKinds });
  registerMonthEnd(app, { database, clock }, authentication);
  registerClosing(app, { database, clock }, authentication);
  registerImport(app, { database, entities: sheets }, authentication);
  registerTableExport(app, { database, entities: sheets, authentication });
}

/** Archives, process documentation, the operator's area, onboarding and help. */
function registerAdministration(app: HttpServer, served: Served): void {
  const { configuration, database, clock, log, tokens, authentication } = served;
  const { publicUrl, smtpUrl } = configuration;
  registerReferenceRates(app, { database, authentication });
  registerArchives(app, { database, tokens, log }, authentication);
  const isEncrypted = publicUrl.startsWith('https:');
  const installation = { program: version, isEncrypted, ways: waysOfInstallation(configuration) };
  registerProcessDocumentation(app, { database, clock, installation }, authentication);
  registerRights(app, database, authentication);
  registerDataProtection(app, { database, installation }, authentication);
  registerOperator(app, { database, clock }, authentication);
  registerOperatorLog(app, database, authentication);
  registerDeletion(app, { database, handedOver }, authentication);
  const sample = { database, commands: commandsOfKinds, write: samplePapers(database) };
  registerOnboarding(app, sample, authentication);
  registerHelp(app, { database, clock, publicUrl, hasMailServer: smtpUrl !== null }, authentication);
}
