import { randomUUID } from 'node:crypto';
import type { ApiFixture } from './api-fixture.ts';
import { turnedPage } from './api-web.ts';
import { archiveBodies } from './archive-attempts.ts';
import { documentationBodies } from './documentation-attempts.ts';
import { onboardingBodies } from './onboarding-attempts.ts';
import { operatorBodies } from './operator-attempts.ts';

const expires_at = () => new Date(Date.now() + 86_400_000).toISOString();
const credential = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: 'AAAA',
    attestationObject: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
    userHandle: 'AAAA',
    transports: ['usb'],
  },
};
const orderOf = { supplier_id: 1, marketplace_id: null, expected_version: 1, idempotency_key: randomUUID() };

/** By route: the expected body; null for none. */
export type Bodies = Readonly<Record<string, () => object | null>>;

/** A valid body for each route. */
export const routeBodies = (api: ApiFixture): Bodies => ({
  'POST /api/installation/upload': () => null,
  'POST /api/auth/login': () => ({ email: 'ina@demo.test', tenant: 'demo', return_to: '/' }),
  'POST /api/auth/login/:token/preview': () => null,
  'POST /api/auth/login/:token': () => null,
  'POST /api/auth/access-token': () => null,
  'POST /api/auth/refresh-token': () => null,
  'POST /api/auth/logout': () => null,
  'POST /api/auth/passkey/login-options': () => null,
  'POST /api/auth/passkey/login': () => ({ credential }),
  'POST /api/auth/passkey/register-options': () => null,
  'POST /api/auth/passkey/register': () => ({ name: 'key', credential }),
  'POST /api/auth/service-token': () => ({
    ...{ user_id: Number(api.fixture.a.person), name: 'Abgleich', calls: [], networks: [] },
    expires_at: expires_at(),
  }),
  'POST /api/auth/service-token/:id/secret': () => null,
  'POST /api/webhook/:id/secret': () => null,
  'POST /api/webhook/delivery/:id/again': () => null,
  'POST /api/push': () => ({
    ...{ endpoint: 'https://push.invalid/x', p256dh: 'AAAA', auth: 'AAAA', kinds: ['task'] },
    ...{ from: 8, to: 18, days: [1], zone: 'Europe/Berlin' },
  }),
  ...Object.fromEntries(
    ['Users', 'Groups'].flatMap((path) =>
      ['POST /scim/v2/#', 'PUT /scim/v2/#/:id'].map((route) => [
        route.replace('#', path),
        () => ({ userName: 'x@firma.example', displayName: 'X', active: true }),
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['Users', 'Groups'].map((path) => [
      `PATCH /scim/v2/${path}/:id`,
      () => ({ Operations: [{ op: 'replace', path: 'displayName', value: 'X' }] }),
    ]),
  ),
  'POST /api/auth/sign-on/start': () => ({ tenant: 'demo', issuer_id: 1, return_to: '/' }),
  'POST /api/auth/sign-on/finish': () => ({ issuer_id: 1, search: '?code=x&state=y' }),
  'POST /api/auth/sign-on/test': () => ({
    id: 1,
    record: { issuer: 'https://issuer.invalid', application_id: 'kontor', application_secret: 'word' },
  }),
  'POST /api/auth/impersonate': () => ({ user_id: 1 }),
  'POST /api/auth/api-token': () => ({ user_id: Number(api.fixture.a.person), expires_at: expires_at() }),
  'POST /api/auth/invitation': () => ({ user_id: 1 }),
  'POST /api/help/test-mail': () => null,
  'POST /api/contract/calendar': () => ({ replaced: '2026-01-01T00:00:00Z' }),
  'POST /v1/graphql': () => ({
    query: 'query Q($name: String) { client(where: { name: { _eq: $name } }) { id } }',
    operationName: 'Q',
    variables: { name: 'x' },
  }),
  'POST /api/invoice/export': () => ({
    invoice_ids: [1],
    client_id: 1,
    from: '2026-01-01',
    to: '2026-01-31',
    include_exported: true,
    closed_period: 'refuse',
  }),
  'POST /api/invoice/export/:run_id/withdraw': () => ({ reason: 'Text' }),
  'POST /api/datev/master-data/export': () => ({ client_id: 1 }),
  'POST /api/datev/auth-start': () => ({ client_id: 1 }),
  'POST /api/datev/auth-finish': () => ({ code: 'Text', state: 'Text' }),
  'POST /api/datev/disconnect': () => ({ client_id: 1 }),
  'POST /api/ms-365/auth-start': () => ({}),
  'POST /api/ms-365/auth-finish': () => ({ code: 'Text', state: 'Text' }),
  'POST /api/ms-365/disconnect': () => ({}),
  'POST /api/invoice/export/entry/:id/settle': () => ({ exported: true, reference: 'Text', comment: 'Text' }),
  'POST /api/invoice/export/:run_id/look': () => ({}),
  'POST /api/invoice/export/:run_id/settle': () => ({ exported: true, comment: 'Text' }),
  'POST /api/overview/export': () => ({
    format: 'csv',
    kind: 'procurement',
    columns: ['name'],
    where: { name: { _eq: 'x' } },
    order_by: [{ name: 'asc' }],
    language: 'de',
  }),
  'POST /api/month-end': () => ({
    list: 'commitments',
    day: '2026-01-31',
    client: 1,
    department: 1,
    cost_center: 1,
  }),
  'POST /api/import/:entity/again': () => ({
    ...{ job: 1, right_only: true, waiting_told: true },
    idempotency_key: randomUUID(),
  }),
  'POST /api/table/:entity/export': () => ({
    ...{ format: 'xlsx', text: 'x', is_template: false, language: 'de' },
  }),
  'POST /api/operator/tenant/:id/billing': () => ({ month: '2026-03' }),
  'POST /api/operator/tenant/:id/billing/cancel': () => ({ month: '2026-03' }),
  'POST /api/operator/tenant/:id/billing/mail': () => ({ month: '2026-03' }),
  'POST /api/operator/billing': () => ({ month: '2026-03', tenant_ids: [1] }),
  'POST /api/operator/tenant/:id/billing/credit': () => ({ month: '2026-03', net: '1', reason: 'x' }),
  'POST /api/operator/direct-debit': () => ({ bills: [{ tenant_id: 1, billing_id: 1 }] }),
  'POST /api/operator/direct-debit/failure': () => ({ tenant_id: 1, id: 1, kind: 'returned', reason: 'x' }),
  'POST /api/month-end/closing': () => ({ client: 1, day: '2026-03-31', language: 'de' }),
  'POST /api/month-end/closing/state': () => ({ client: 1, day: '2026-01-31' }),
  'POST /api/month-end/file': () => ({
    list: 'discounts',
    day: '2026-01-31',
    client: 1,
    department: 1,
    cost_center: 1,
    format: 'csv',
    language: 'de',
  }),
  'POST /api/ticket': () => ({ file_id: api.fixture.a.row('file').id }),
  'POST /api/procurement/:id/send': () => ({ ...orderOf, channel: 'email' }),
  'POST /api/procurement/:id/confirm': () => ({ ...orderOf }),
  'POST /api/invoice/pages': () => turnedPage(1),
  'POST /api/invoice/:id/recognition': () => ({ idempotency_key: randomUUID(), comment: 'Text' }),
  'POST /api/invoice/:id/recognition/skip': () => ({ idempotency_key: randomUUID(), comment: 'Text' }),
  'POST /api/mailbox/test': () => ({
    id: 1,
    record: {
      protocol: 'pop3',
      host: 'imap.invalid',
      port: 995,
      tls: true,
      username: 'name',
      password: 'word',
      folder: 'INBOX',
    },
  }),
  'POST /api/punchout/start': () => ({ procurement_id: 1, marketplace_id: 1, cart_id: 1, operation: 'edit' }),
  'POST /api/punchin/status-update/:status/document/:id': () => ({
    ...{ comment: 'Text', marketplace_id: 1 },
    lines: [{ procurement_line_id: 1, quantity: 1 }],
  }),
  'POST /api/marketplace/test': () => ({
    id: 1,
    record: {
      ...{ protocol: 'cxml', url: 'https://shop.invalid/', identity: 'name', secret: 'word' },
      ...{ identity_domain: 'NetworkId', supplier_identity: 'x', supplier_domain: 'x', business_unit: 'x' },
    },
  }),
  'POST /api/punchin/return/:token': () => null,
  'POST /api/invoice/share': () => null,
  'POST /api/punchin/notice/:tenant/:id': () => null,
  'POST /api/mailbox/:id/disconnect': () => null,
  'POST /api/mailbox/:id/auth-start': () => null,
  'POST /api/mailbox/auth-finish': () => ({ code: 'Text', state: 'Text' }),
  'POST /api/mailbox/:id/run': () => null,
  'POST /api/mailbox/mail/:id/retry': () => null,
  'POST /api/approval/preview': () => ({ token: 'A'.repeat(43) }),
  'POST /api/approval/document': () => ({ token: 'A'.repeat(43) }),
  'POST /api/approval': () => ({
    token: 'A'.repeat(43),
    decision: 'decline',
    comment: 'Text',
    confirmations: ['0'.repeat(16)],
  }),
  'POST /api/events/afterAccept': () => null,
  'POST /api/events/change-editor': () => null,
  ...archiveBodies,
  ...onboardingBodies,
  ...documentationBodies,
  ...operatorBodies,
});

/** Forms instead of bodies. */
export const routeForms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST /api/file': { kind: 'procurement', document: '1', idempotency_key: randomUUID() },
  'POST /api/invoice/upload': { client_id: '1', idempotency_key: randomUUID(), confirmed: 'duplicate_file' },
  'POST /api/invoice/export/:run_id/compare': {},
  'POST /api/datev/master-data/preview': { client_id: '1' },
  'POST /api/datev/master-data/apply': { client_id: '1', chosen: '{"70001":"x"}' },
  'POST /api/table': {},
  'POST /api/import/:entity': { settings: '{"columns":["name"]}' },
};
