/** Needs the link, the ticket, the key or the session of somebody. */
const ofSomebody = [
  'DELETE /api/file/:id',
  'GET /api/archive-export/:id/file',
  'GET /api/contract/calendar/:file',
  'GET /api/export/:job_id/file',
  'GET /api/operator/tenant/:id/archive-export/:archive/file',
  'GET /api/operator/tenant/:id/document',
  'GET /api/process-documentation/version/:number/file',
  'GET /api/punchin/return/:token',
  'GET /api/punchin/return/:token/cart',
  'POST /api/approval',
  'POST /api/approval/preview',
  'POST /api/archive-export/:id/ticket',
  'POST /api/auth/access-token',
  'POST /api/auth/login/:token',
  'POST /api/auth/login/:token/preview',
  'POST /api/auth/passkey/login',
  'POST /api/auth/passkey/register',
  'POST /api/auth/refresh-token',
  'POST /api/operator/tenant/:id/archive-export/:archive/ticket',
  'POST /api/punchin/return/:token',
];
/** Ends the session that asks, which cannot ask again. */
const endsItself = ['DELETE /api/auth/impersonate', 'DELETE /api/auth/session/:id'];
/** Asks a service outside. */
const outside = [
  'GET /api/billing/:id/pdf',
  'POST /api/datev/auth-finish',
  'POST /api/datev/auth-start',
  'POST /api/datev/disconnect',
  'POST /api/ms-365/auth-finish',
  'POST /api/ms-365/auth-start',
  'POST /api/operator/direct-debit',
  'POST /api/operator/direct-debit/failure',
];
/** The row that it is about is in no state for it, or is none that anybody could have made. */
const inNoState = [
  'DELETE /api/operator/tenant/:id',
  'GET /api/installation',
  'GET /api/operator/direct-debit/file/:id',
  'GET /api/procurement/:id/pdf',
  'POST /api/contract/calendar',
  'POST /api/installation/upload',
  'POST /api/invoice/export/:run_id/look',
  'POST /api/operator/tenant/:id/billing/cancel',
  'POST /api/operator/tenant/:id/billing/credit',
  'POST /api/operator/tenant/:id/billing/mail',
  'POST /api/procurement/:id/confirm',
  'POST /api/procurement/:id/send',
  'POST /api/punchout/start',
];
/** Goes on until whoever listens leaves. */
const streams = ['GET /api/live', 'GET /api/live/probe'];
/** Asks nothing of the database that a person waits for. */
const pages = ['GET /api/dev/outbox', 'GET /api/health/live', 'GET /dev/outbox'];

/** Routes that the filled tenants cannot be asked, by the test file that sends each of them twice whenever it asks. */
export const sentElsewhere: Readonly<Record<string, readonly string[]>> = {
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
  'tests/accounting-export/settle.db.test.ts': ['POST /api/invoice/export/entry/:id/settle'],
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

/** Begins the bills of so many tenants, one after the other; what one of them is refused is rolled back. */
export const uncounted = 'POST /api/operator/billing';

/** Routes that the filled tenants cannot be asked, so that `every-route.db.test.ts` neither counts them nor sends them twice. */
export const leftOut: ReadonlySet<string> = new Set([
  ...Object.values(sentElsewhere).flat(),
  ...ofSomebody,
  ...endsItself,
  ...outside,
  ...inNoState,
  ...streams,
  ...pages,
]);

/** The tables that change where a route is called again. */
interface SentAgain {
  /** With the key of before, because its answer is kept for nobody. */
  readonly keyed?: readonly string[];
  /** Without a key. */
  readonly bare: readonly string[];
}

/** Where sending again has an effect of its own, and why. */
export const sentAgain: Readonly<Record<string, SentAgain>> = {
  // The token is told once and kept nowhere, so that whoever did not get it needs another one; the person is told.
  'POST /api/auth/api-token': { keyed: ['audit_log', 'mail'], bare: ['audit_log', 'mail'] },
  // Each begins a session.
  'POST /api/auth/impersonate': {
    keyed: ['audit_log', 'refresh_token'],
    bare: ['audit_log', 'refresh_token'],
  },
  // The changes that wait for a second administrator are proposed anew, in the place of those that waited.
  'POST /api/onboarding': { bare: ['audit_log', 'control_change'] },
};

/** May answer the same key otherwise than before, and why. */
export const answeredAnew: readonly string[] = [
  // A secret that is told once and kept nowhere.
  'POST /api/auth/api-token',
  'POST /api/auth/impersonate',
  // A challenge or a ticket of this moment, with which nothing is done yet.
  'POST /api/auth/passkey/login-options',
  'POST /api/auth/passkey/register-options',
  'POST /api/ticket',
  // Written at the gate, which knows no keys: whoever invites twice within a minute is told to wait.
  'POST /api/auth/invitation',
  // Asked by a shop, which gives its message a name of its own; so does the answer.
  'POST /api/punchin/notice/:tenant/:id',
];
