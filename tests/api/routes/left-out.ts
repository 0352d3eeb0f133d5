/** Needs the link, ticket, key or session of a certain person. */
const ofSomebody = [
  'DELETE /api/auth/person/:user_id/session/:id',
  'DELETE /api/auth/session/:id',
  'DELETE /api/file/:id',
  'GET /api/archive-export/:id/file',
  'GET /api/contract/calendar/:file',
  'GET /api/export/:job_id/file',
  'GET /api/file/:id',
  'GET /api/invoice/:id/document',
  'GET /api/operator/tenant/:id/archive-export/:archive/file',
  'GET /api/operator/tenant/:id/document',
  'GET /api/process-documentation/version/:number/file',
  'GET /api/punchin/return/:token',
  'GET /api/punchin/return/:token/cart',
  'GET /api/reference-rate',
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
/** Calls an external service. */
const outside = [
  'GET /api/billing/:id/pdf',
  'POST /api/datev/auth-finish',
  'POST /api/datev/auth-start',
  'POST /api/datev/disconnect',
  'POST /api/datev/master-data/apply',
  'POST /api/datev/master-data/export',
  'POST /api/datev/master-data/preview',
  'POST /api/mailbox/test',
  'POST /api/marketplace/test',
  'POST /api/ms-365/auth-finish',
  'POST /api/ms-365/auth-start',
  'POST /api/operator/direct-debit',
  'POST /api/operator/direct-debit/failure',
];
/** The row is in the wrong state, or cannot be created through the product. */
const inNoState = [
  'DELETE /api/auth/impersonate',
  'DELETE /api/operator/tenant/:id',
  'DELETE /api/punchout/cart/:id',
  'GET /api/installation',
  'GET /api/invoice/export/readiness',
  'GET /api/operator/direct-debit/file/:id',
  'GET /api/procurement/:id/pdf',
  'GET /api/punchout/cart/:id/items',
  'GET /api/punchout/carts/:id',
  'POST /api/contract/calendar',
  'POST /api/events/afterAccept',
  'POST /api/events/change-editor',
  'POST /api/import/:entity',
  'POST /api/import/:entity/again',
  'POST /api/installation/upload',
  'POST /api/invoice/:id/recognition',
  'POST /api/invoice/:id/recognition/skip',
  'POST /api/invoice/export',
  'POST /api/invoice/export/:run_id/compare',
  'POST /api/invoice/export/:run_id/look',
  'POST /api/invoice/export/:run_id/withdraw',
  'POST /api/invoice/export/entry/:id/settle',
  'POST /api/invoice/pages',
  'POST /api/operator/global-configuration',
  'POST /api/operator/health/jobs/:id/discard',
  'POST /api/operator/health/jobs/:id/retry',
  'POST /api/operator/health/mails/:id/retry',
  'POST /api/operator/billing',
  'POST /api/operator/tenant',
  'POST /api/operator/tenant/:id',
  'POST /api/operator/tenant/:id/archive',
  'POST /api/operator/tenant/:id/archive-export',
  'POST /api/operator/tenant/:id/billing',
  'POST /api/operator/tenant/:id/billing/cancel',
  'POST /api/operator/tenant/:id/billing/credit',
  'POST /api/operator/tenant/:id/billing/mail',
  'POST /api/operator/tenant/:id/restore',
  'POST /api/process-documentation/text',
  'POST /api/process-documentation/version',
  'POST /api/procurement/:id/confirm',
  'POST /api/procurement/:id/send',
  'POST /api/punchout/start',
];
/** Continues until the listener closes it. */
const streams = ['GET /api/live', 'GET /api/live/probe'];
/** Does not access the database. */
const pages = ['GET /api/dev/outbox', 'GET /api/health/live', 'GET /dev/outbox'];

/** Routes that cannot be called on the filled tenants, so that they are neither counted nor repeated. */
export const leftOut: ReadonlySet<string> = new Set([
  ...ofSomebody,
  ...outside,
  ...inNoState,
  ...streams,
  ...pages,
]);

/** Routes where repeating has an effect, with the reason; the changed tables. */
export const sentAgain: Readonly<Record<string, readonly string[]>> = {
  // The token is returned once and not stored, so that a lost answer needs another token; the person is notified.
  'POST /api/auth/api-token': ['audit_log', 'mail'],
  // Each call begins a session.
  'POST /api/auth/impersonate': ['audit_log', 'refresh_token'],
  // The changes for a second administrator are proposed again, in place of the waiting ones.
  'POST /api/onboarding': ['audit_log', 'control_change'],
};
