import type { FieldProblem } from '../../base/refusal.ts';
import { entity, type Row } from '../../entity/entity.ts';
import { choice, reference } from '../../entity/kinds/chosen.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { whole } from '../../entity/kinds/number.ts';
import { secret } from '../../entity/kinds/stored.ts';
import { text } from '../../entity/kinds/text.ts';

export const mailProtocols = ['imap', 'pop3'] as const;
export type MailProtocol = (typeof mailProtocols)[number];

export const mailSignIns = ['password', 'microsoft', 'google'] as const;
/** How the product signs in: by a password, or by a token of Microsoft or Google (MBX-08). */
export type MailSignIn = (typeof mailSignIns)[number];

const importModes = ['attachment', 'email'] as const;
/** One invoice per invoice document, or one per mail (ENUM-30). */
export type ImportMode = (typeof importModes)[number];

/** The fields that each sign-in needs; the token comes when a person signs in, which Microsoft does not require. */
const needed: Readonly<Record<MailSignIn, readonly string[]>> = {
  password: ['password'],
  microsoft: ['oauth_application', 'oauth_directory', 'oauth_secret'],
  google: ['oauth_application', 'oauth_secret'],
};

/** VAL-44; a disconnected mailbox needs no password and no secrets until it is active again. */
function checkSignIn(row: Row): readonly FieldProblem[] {
  if (row.active === false) return [];
  const missing = needed[signInOf(row)].filter((field) => (row[field] ?? null) === null);
  return missing.map((field) => ({ field, code: 'field_required' }));
}

const byImapOnly = { code: 'validation_failed', values: { rule: 'token_by_imap' } } as const;

/** Tokens are sent by IMAP only, and encrypted only. */
function checkServer(row: Row): readonly FieldProblem[] {
  if (signInOf(row) === 'password') return [];
  return [
    ...(row.protocol === 'imap' ? [] : [{ field: 'protocol', ...byImapOnly }]),
    ...(row.tls === true ? [] : [{ field: 'tls', ...byImapOnly }]),
  ];
}

/** An answer needs the server that checks senders; those of Google and Microsoft are known. */
function checkAnswers(row: Row): readonly FieldProblem[] {
  const isKnown = signInOf(row) !== 'password' || (row.authentication_server ?? null) !== null;
  if (row.answers_senders !== true || isKnown) return [];
  return [{ field: 'authentication_server', code: 'field_required' }];
}

function signInOf({ sign_in }: Row): MailSignIn {
  return mailSignIns.find((known) => known === sign_in) ?? 'password';
}

const hosts = { microsoft: 'outlook.office365.com', google: 'imap.gmail.com' };

/** Fills in the server of the provider. */
function serverOfProvider(row: Row, changed: string): Row {
  const signIn = signInOf(row);
  if (changed !== 'sign_in' || signIn === 'password') return {};
  return { protocol: 'imap', host: hosts[signIn], port: 993, tls: true };
}

const byToken = { when: (row: Row) => signInOf(row) !== 'password' } as const;

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
    sign_in: choice(mailSignIns, { required: true, initial: 'password' }),
    password: secret(),
    oauth_application: text(),
    oauth_directory: text({ pattern: /^[A-Za-z\d.-]+$/, rule: 'directory' }),
    oauth_secret: secret(),
    oauth_refresh_token: secret(),
    folder: text({ required: true, initial: 'INBOX' }),
    period_in_days: whole({ required: true, initial: 30, min: 1, max: 365 }),
    import_mode: choice(importModes, { required: true, initial: 'attachment' }),
    client_id: reference('client'),
    import_invoices_automatically: flag(),
    answers_senders: flag(),
    /** The name in `Authentication-Results` of the server that receives the mails (MBX-08, RFC 8601). */
    authentication_server: text({ max: 253, pattern: /^[\p{L}\p{N}._-]+$/u, rule: 'host' }),
    active: flag({ initial: true }),
  },
  {
    route: 'mailbox',
    label: ['name'],
    list: ['name', 'username', 'client_id', 'import_invoices_automatically'],
    module: 'invoice',
    check: (row) => [...checkServer(row), ...checkAnswers(row)],
    checkStored: checkSignIn,
    derive: serverOfProvider,
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'name', width: 'wide' },
          { field: 'protocol' },
          { field: 'host', width: 'wide' },
          { field: 'port' },
          { field: 'username', width: 'half' },
          { field: 'password', width: 'half', when: (row) => signInOf(row) === 'password' },
          { field: 'sign_in', width: 'half' },
          { field: 'oauth_directory', width: 'half', when: (row) => row.sign_in === 'microsoft' },
          { field: 'oauth_application', width: 'half', ...byToken },
          { field: 'oauth_secret', width: 'half', ...byToken },
          { field: 'oauth_refresh_token', width: 'half', ...byToken },
          { field: 'tls', width: 'full' },
          { hand: 'mailbox-connection' },
          { section: 'invoices' },
          { field: 'import_invoices_automatically', width: 'full' },
          { field: 'client_id', width: 'half' },
          { field: 'import_mode', width: 'half' },
          { field: 'folder', width: 'wide' },
          { field: 'period_in_days' },
          { field: 'answers_senders', width: 'full' },
          { field: 'authentication_server', width: 'wide', when: (row) => row.answers_senders === true },
          { field: 'active', width: 'full' },
        ],
      },
      { name: 'mails', parts: [{ hand: 'mailbox-mails' }] },
    ],
  },
);
