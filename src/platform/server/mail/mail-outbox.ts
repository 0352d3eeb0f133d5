import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Configuration } from '../configuration.ts';
import type { Database } from '../database.ts';
import type { HttpServer } from '../http/http.ts';
import { idInPath } from '../http/row-id.ts';
import { isFromThisMachine } from '../http/this-machine.ts';
import { escapeHtml } from './mail-page.ts';
import { type MailTokens, withTokens } from './mail-tokens.ts';

/** Mails shown at once, newest first. */
const shown = 100;

interface Mail {
  readonly id: number;
  readonly to: string;
  readonly from: string | null;
  readonly subject: string;
  readonly kind: string;
  readonly state: string;
  readonly text: string;
  readonly created_at: string;
  /** All addresses in the text, in order. */
  readonly links: readonly string[];
}

/**
 * The mails of an installation without mail server, for trying the product out: `/dev/outbox` for people,
 * `/api/dev/outbox?to=` for programs. They contain login links, so the routes exist only without `SMTP_URL` on a
 * loopback address, and answer only to this machine.
 */
export function registerOutbox(
  app: HttpServer,
  database: Database,
  configuration: Pick<Configuration, 'smtpUrl' | 'isLoopback'>,
  tokens: MailTokens,
): void {
  if (configuration.smtpUrl !== null || !configuration.isLoopback) return;
  const onRequest = async (request: FastifyRequest) => {
    if (!isFromThisMachine(request)) throw new Refused(refuse('not_found'));
  };
  app.get('/api/dev/outbox', { onRequest }, (request) => newestMails(database, tokens, recipientOf(request)));
  app.get('/dev/outbox', { onRequest }, async (request, reply) =>
    reply
      .header('content-security-policy', pagePolicy)
      .type('text/html; charset=utf-8')
      .send(page(await newestMails(database, tokens, recipientOf(request)))),
  );
  app.get('/dev/outbox/:id', { onRequest }, async (request, reply) =>
    reply
      .header('content-security-policy', mailPolicy)
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(await htmlOf(database, tokens, request)),
  );
}

function recipientOf(request: FastifyRequest): string | null {
  const { to } = request.query as { to?: unknown };
  return typeof to === 'string' && to !== '' ? to.toLowerCase() : null;
}

interface Row extends Omit<Mail, 'links' | 'text'> {
  readonly message_id: string;
  readonly text: string | null;
}

async function newestMails(
  database: Database,
  tokens: MailTokens,
  recipient: string | null,
): Promise<Mail[]> {
  const rows = await database.atGate((tx) =>
    tx.query<Row>(
      `select id, message_id, recipient as to, sender_name as from, subject, kind, state, text_body as text, created_at
       from mail where $1::text is null or lower(recipient) = $1
       order by created_at desc, id desc limit $2`,
      [recipient, shown],
    ),
  );
  return rows.map(({ message_id, ...row }) => {
    const text = withTokens(row.text ?? '', message_id, tokens);
    return { ...row, text, links: text.match(/https?:\/\/\S+/g) ?? [] };
  });
}

/** A mail as its recipient sees it; its links open in the whole window. */
async function htmlOf(database: Database, tokens: MailTokens, request: FastifyRequest): Promise<string> {
  const id = idInPath(request);
  const row = await database.atGate((tx) =>
    tx.maybeOne<{ message_id: string; html: string | null }>(
      'select message_id, html_body as html from mail where id = $1',
      [id],
    ),
  );
  if (row === undefined) throw new Refused(refuse('not_found'));
  return withTokens(row.html ?? '', row.message_id, tokens).replace('<head>', '<head><base target="_top">');
}

/** Mails have a style sheet of their own; they run and load nothing. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const style = `body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 48rem; padding: 0 1rem }
article { border-top: 1px solid #ccc; padding: 1rem 0 }
h2 { font-size: 1.05rem; margin: 0 }
p { color: #555; margin: 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
iframe { width: 100%; height: 34rem; margin: 0.75rem 0; border: 1px solid #d8dcdd; border-radius: 8px }`;
const styleDigest = createHash('sha256').update(style).digest('base64');
const pagePolicy = `default-src 'none'; frame-src 'self'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function page(mails: readonly Mail[]): string {
  const articles = mails.map(
    (mail) => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>${escapeHtml(mail.from ?? '')} &rarr; ${escapeHtml(mail.to)}, <time>${escapeHtml(mail.created_at)}</time>, ${escapeHtml(mail.state)}</p>
<iframe src="/dev/outbox/${mail.id}" title="${escapeHtml(mail.subject)}" sandbox="allow-top-navigation-by-user-activation" loading="lazy"></iframe>
<details><summary>Text</summary><pre>${linked(mail.text)}</pre></details>
</article>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title><style>${style}</style></head>
<body>
<h1>Outbox</h1>
${articles.join('\n') || '<p>No mails yet.</p>'}
</body>
</html>
`;
}

function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
