/** Needs the link, ticket, key or session of a certain person. */
const ofSomebody = [
  'DELETE /api/file/:id',
  'DELETE /api/push',
  'GET /api/archive-export/:id/file',
  'GET /api/contract/calendar/:file',
  'GET /api/data-protection/person/:id/file',
  'GET /api/export/:job_id/file',
  'GET /api/operator/tenant/:id/archive-export/:archive/file',
  'GET /api/operator/tenant/:id/document',
  'GET /api/process-documentation/version/:number/file',
  'GET /api/punchin/return/:token',
  'GET /api/punchin/return/:token/cart',
  'GET /api/push',
  'POST /api/approval',
  'POST /api/approval/document',
  'POST /api/approval/preview',
  'POST /api/archive-export/:id/ticket',
  'POST /api/auth/access-token',
  'POST /api/auth/login/:token',
  'POST /api/auth/login/:token/preview',
  'POST /api/auth/passkey/login',
  'POST /api/auth/passkey/register',
  'POST /api/auth/refresh-token',
  'POST /api/auth/sign-on/finish',
  'POST /api/operator/tenant/:id/archive-export/:archive/ticket',
  'POST /api/punchin/return/:token',
  'POST /api/push',
];
/** Need the token of a directory. */
const ofDirectory = [
  ...['ServiceProviderConfig', 'ResourceTypes', 'ResourceTypes/:id', 'Schemas', 'Schemas/:id'].map(
    (path) => `GET /scim/v2/${path}`,
  ),
  ...['Users', 'Groups'].flatMap((path) => [
    `GET /scim/v2/${path}`,
    `POST /scim/v2/${path}`,
    ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /scim/v2/${path}/:id`),
  ]),
];
/** Ends its own session, so that it cannot be repeated. */
const endsItself = ['DELETE /api/auth/impersonate', 'DELETE /api/auth/session/:id'];
/** Calls an external service. */
const outside = [
  'GET /api/billing/:id/pdf',
  'POST /api/auth/sign-on/start',
  'POST /api/datev/auth-finish',
  'POST /api/datev/auth-start',
  'POST /api/datev/disconnect',
  'POST /api/mailbox/:id/auth-start',
  'POST /api/mailbox/auth-finish',
  'POST /api/ms-365/auth-finish',
  'POST /api/ms-365/auth-start',
  'POST /api/operator/direct-debit',
  'POST /api/operator/direct-debit/failure',
];
/** The row is in the wrong state, or cannot be created through the product. */
const inNoState = [
  'DELETE /api/operator/tenant/:id',
  'GET /api/installation',
  'GET /api/month-end/closing/:id/:content',
  'GET /api/operator/direct-debit/file/:id',
  'GET /api/procurement/:id/pdf',
  'POST /api/auth/service-token/:id/secret',
  'POST /api/contract/calendar',
  'POST /api/webhook/:id/secret',
  'POST /api/installation/upload',
  'POST /api/invoice/export/:run_id/look',
  'POST /api/operator/tenant/:id/billing/cancel',
  'POST /api/operator/tenant/:id/billing/credit',
  'POST /api/operator/tenant/:id/billing/mail',
  'POST /api/procurement/:id/confirm',
  'POST /api/procurement/:id/send',
  'POST /api/punchout/start',
];
/** Continues until the listener closes it. */
const streams = ['GET /api/live', 'GET /api/live/probe'];
/** Does not access the database. */
const pages = [
  'GET /.well-known/security.txt',
  'GET /api/dev/outbox',
  'GET /api/health/live',
  'GET /dev/outbox',
  'GET /dev/outbox/:id',
  'POST /api/invoice/share',
  'POST /api/table',
];

/** Routes that cannot be called on the filled tenants, by the test file that sends each of their calls twice. */
export const sentElsewhere: Readonly<Record<string, readonly string[]>> = {
  'src/features/session/server/sign-on/forged.db.test.ts': ['POST /api/auth/sign-on/test'],
  'src/features/rights-review/server/rights.db.test.ts': [
    'GET /api/rights/review/:id',
    'POST /api/rights/confirm',
  ],
  'src/features/security-log/server/security-log.db.test.ts': [
    'DELETE /api/auth/person/:user_id/session/:id',
  ],
  'tests/accounting-export/foreign-currency.db.test.ts': [
    'GET /api/invoice/export/readiness',
    'GET /api/reference-rate',
  ],
  'tests/accounting-export/master-data.db.test.ts': [
    'POST /api/datev/master-data/apply',
    'POST /api/datev/master-data/export',
    'POST /api/datev/master-data/preview',
  ],
  'tests/accounting-export/reconciling.db.test.ts': [
    'GET /api/file/:id',
    'POST /api/invoice/export',
    'POST /api/invoice/export/:run_id/compare',
  ],
  'tests/accounting-export/resolve.db.test.ts': ['POST /api/invoice/export/entry/:id/settle'],
  'tests/accounting-export/withdrawal.db.test.ts': ['POST /api/invoice/export/:run_id/withdraw'],
  'tests/archive/work.db.test.ts': ['POST /api/operator/tenant/:id/archive-export'],
  'tests/billing/routes.db.test.ts': ['POST /api/operator/billing', 'POST /api/operator/tenant/:id/billing'],
  'tests/entity/import.db.test.ts': ['POST /api/import/:entity', 'POST /api/import/:entity/again'],
  'tests/invoice/intake.db.test.ts': [
    'GET /api/invoice/:id/document',
    'POST /api/invoice/:id/recognition',
    'POST /api/invoice/:id/recognition/skip',
  ],
  'tests/invoice/pages.db.test.ts': ['POST /api/invoice/pages'],
  'tests/mailbox/connection.db.test.ts': ['POST /api/mailbox/test'],
  'tests/operator/failed-work.db.test.ts': [
    'POST /api/operator/health/jobs/:id/discard',
    'POST /api/operator/health/jobs/:id/retry',
    'POST /api/operator/health/mails/:id/retry',
  ],
  'tests/operator/tenants.db.test.ts': [
    'POST /api/operator/global-configuration',
    'POST /api/operator/tenant',
    'POST /api/operator/tenant/:id',
    'POST /api/operator/tenant/:id/archive',
    'POST /api/operator/tenant/:id/restore',
  ],
  'tests/process-documentation/documentation.db.test.ts': [
    'POST /api/process-documentation/text',
    'POST /api/process-documentation/version',
  ],
  'src/features/session/server/service-tokens/service-tokens.db.test.ts': [
    'DELETE /api/auth/service-token/:id',
    'POST /api/auth/service-token',
  ],
  'src/features/webhook/server/webhooks.db.test.ts': ['POST /api/webhook/delivery/:id/again'],
  'tests/procurement/task-mails.db.test.ts': [
    'POST /api/events/afterAccept',
    'POST /api/events/change-editor',
  ],
  'tests/punchout/visit.db.test.ts': [
    'DELETE /api/punchout/cart/:id',
    'GET /api/punchout/cart/:id/items',
    'GET /api/punchout/carts/:id',
    'POST /api/marketplace/test',
  ],
};

/** Makes the bills of many tenants in turn; a refused one is rolled back, so that the trips cannot be counted. */
export const uncounted = 'POST /api/operator/billing';

/** Routes that cannot be called on the filled tenants, so that they are neither counted nor repeated there. */
export const leftOut: ReadonlySet<string> = new Set([
  ...Object.values(sentElsewhere).flat(),
  ...ofSomebody,
  ...endsItself,
  ...outside,
  ...inNoState,
  ...streams,
  ...pages,
  ...ofDirectory,
]);

/** Tables that change when a route is repeated. */
interface SentAgain {
  /** With the same key, because the answer is not stored. */
  readonly keyed?: readonly string[];
  /** Without a key. */
  readonly bare: readonly string[];
}

/** Routes where repeating has an effect, with the reason. */
export const sentAgain: Readonly<Record<string, SentAgain>> = {
  // The token is returned once and not stored, so that a lost answer needs another token; the person is notified.
  'POST /api/auth/api-token': { keyed: ['audit_log', 'mail'], bare: ['audit_log', 'mail'] },
  // Each call begins a session.
  'POST /api/auth/impersonate': {
    keyed: ['audit_log', 'refresh_token'],
    bare: ['audit_log', 'refresh_token'],
  },
  // The changes for a second administrator are proposed again, in place of the waiting ones.
  'POST /api/onboarding': { bare: ['audit_log', 'control_change'] },
};

/** Routes that may answer the same key differently, with the reason. */
export const answeredAgain: readonly string[] = [
  // A secret that is returned once and not stored.
  'POST /api/auth/api-token',
  'POST /api/auth/impersonate',
  // A new challenge or ticket without any effect yet.
  'POST /api/auth/passkey/login-options',
  'POST /api/auth/passkey/register-options',
  'POST /api/ticket',
  // Written by the gate, which has no keys: a second invitation within a minute has to wait.
  'POST /api/auth/invitation',
  // Called by a shop with a message id of its own, and answered with another one.
  'POST /api/punchin/notice/:tenant/:id',
];
