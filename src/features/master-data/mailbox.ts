import type { FieldProblem } from '../../base/refusal.ts';
import { entity, type Row } from '../../entity/entity.ts';
import { choice, reference } from '../../entity/kinds/chosen.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { whole } from '../../entity/kinds/number.ts';
import { secret } from '../../entity/kinds/stored.ts';
import { text } from '../../entity/kinds/text.ts';

export const mailProtocols = ['imap', 'pop3'] as const;
export type MailProtocol = (typeof mailProtocols)[number];

export const importModes = ['attachment', 'email'] as const;
/** One invoice per invoice document, or one per mail (ENUM-30). */
export type ImportMode = (typeof importModes)[number];

/** VAL-44; a disconnected mailbox needs no password until it is active again. */
function checkPassword({ password, active }: Row): readonly FieldProblem[] {
  if (password !== null || active === false) return [];
  return [{ field: 'password', code: 'field_required' }];
}

/** A mailbox from which invoices are imported (DATA-39, VAL-44, MBX-01). */
export const mailbox = entity(
  'mailbox',
  {
    name: text({ required: true }),
    protocol: choice(mailProtocols, { required: true, initial: 'imap' }),
    host: text({ required: true, max: 253, pattern: /^[\p{L}\p{N}.:-]+$/u, rule: 'host' }),
    port: whole({ required: true, initial: 993, min: 1, max: 65535 }),
    tls: flag({ initial: true }),
    username: text({ required: true }),
    password: secret(),
    folder: text({ required: true, initial: 'INBOX' }),
    period_in_days: whole({ required: true, initial: 30, min: 1, max: 365 }),
    import_mode: choice(importModes, { required: true, initial: 'attachment' }),
    client_id: reference('client'),
    import_invoices_automatically: flag(),
    active: flag({ initial: true }),
  },
  {
    route: 'mailbox',
    label: ['name'],
    list: ['name', 'username', 'client_id', 'import_invoices_automatically'],
    module: 'invoice',
    checkStored: checkPassword,
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'name', width: 'wide' },
          { field: 'protocol' },
          { field: 'host', width: 'wide' },
          { field: 'port' },
          { field: 'username', width: 'half' },
          { field: 'password', width: 'half' },
          { field: 'tls', width: 'full' },
          { hand: 'mailbox-connection' },
          { section: 'invoices' },
          { field: 'import_invoices_automatically', width: 'full' },
          { field: 'client_id', width: 'half' },
          { field: 'import_mode', width: 'half' },
          { field: 'folder', width: 'wide' },
          { field: 'period_in_days' },
          { field: 'active', width: 'full' },
        ],
      },
      { name: 'mails', parts: [{ hand: 'mailbox-mails' }] },
    ],
  },
);
