import { entity } from '../../entity/entity.ts';
import { choices, reference } from '../../entity/kinds/chosen.ts';
import { url } from '../../entity/kinds/contact.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';

/** The events that a webhook can tell; must match the check of `webhook.events`. */
export const webhookEvents = [
  'procurement_status_changed',
  'invoice_status_changed',
  'contract_status_changed',
  'order_sent',
  'invoice_exported',
  'master_data_changed',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** The states of a message; must match the check of `webhook_delivery.state`. */
export const deliveryStates = ['waiting', 'sent', 'failed', 'hidden'] as const;

/** Why a message was not accepted; must match the check of `webhook_delivery.problem`. */
export const deliveryProblems = [
  'host_not_found',
  'host_private',
  'unreachable',
  'too_slow',
  'too_large',
  'redirected',
  'refused',
  'gone',
] as const;

/** Records whose changes are `master_data_changed`; must match `app.webhook_events`. */
export const toldRecords: readonly string[] = [
  'client',
  'department',
  'cost_center',
  'ledger_account',
  'posting_key',
  'profit_center',
  'tax_group',
  'tax_item_group',
  'financial_dimension',
  'location',
  'supplier',
  'product',
  'product_group',
  'lb_user',
];

/** An address to which events are sent as a person sees them, usually a service account (API-47). */
export const webhook = entity(
  'webhook',
  {
    name: text({ required: true }),
    url: url({ required: true }),
    lb_user_id: reference('lb_user', { required: true, among: { is_group: false, auditor_ends_on: null } }),
    events: choices(webhookEvents, { required: true }),
    active: flag({ initial: true }),
  },
  {
    route: 'webhook',
    label: ['name'],
    list: ['name', 'url', 'active'],
    marks: ['is_gone'],
    check: ({ events }) =>
      Array.isArray(events) && events.length === 0 ? [{ field: 'events', code: 'field_required' }] : [],
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'name', width: 'wide' },
          { field: 'url', width: 'wide' },
          { field: 'lb_user_id', width: 'wide' },
          { field: 'events', width: 'full' },
          { field: 'active', width: 'full' },
          { hand: 'webhook-secret' },
        ],
      },
      { name: 'deliveries', parts: [{ hand: 'webhook-deliveries' }] },
    ],
  },
);
