import type { Check, Fixture } from '../fixture.ts';

export const background: readonly Check[] = [
  { name: 'JOB-05  no job is left behind', violations: jobs },
  { name: 'MAIL-04 no mail is lost, none is sent twice without a mark', violations: mails },
  { name: 'DATA-31 orders match the state of their mails', violations: orders },
];

/** A job may fail with a stated reason; an order without lines cannot be sent. */
async function jobs({ sql }: Fixture): Promise<string[]> {
  const queue = await sql<{
    task: string;
    locked_by: string | null;
    attempts: number;
    last_error: string | null;
  }>(
    `select task_identifier as task, locked_by, attempts, last_error from graphile_worker.jobs
     where locked_by is not null or run_at <= now() or attempts >= max_attempts`,
  );
  const open = await sql<{ id: number; kind: string; state: string; error: unknown }>(
    `select id, kind, state, error from job
     where state in ('queued', 'running') or (state = 'failed' and error ->> 'code' = 'unexpected')`,
  );
  return [
    ...queue.map((row) => `${row.task} stays in the queue after ${row.attempts} attempts: ${row.last_error}`),
    ...open.map((job) => `job ${job.id} ${job.kind} is ${job.state} ${JSON.stringify(job.error ?? '')}`),
  ];
}

interface Mail {
  readonly id: number;
  readonly message_id: string;
  readonly kind: string;
  readonly state: string;
  readonly attempts: number;
  readonly error: string | null;
}

/** Only orders must never arrive twice; second copies of other mails must show in the attempts. */
async function mails({ sql, mails: taken, logins, before }: Fixture): Promise<string[]> {
  const all = await sql<Mail>('select id, message_id, kind, state, attempts, error from mail order by id');
  // Earlier mails were sent differently.
  const written = all.filter(({ id }) => id > before.lastMail);
  const copies = copiesOf(taken);
  const known = new Set(all.map(({ message_id }) => message_id));
  // A person may resend an order with an uncertain mail: as the same letter, so that the supplier recognises it.
  const sendings = Map.groupBy(written, ({ message_id }) => message_id);
  const loginMails = written.filter(({ kind }) => kind === 'login').length;
  return [
    ...written.flatMap((mail) =>
      problemsOf(mail, copies.get(mail.message_id) ?? 0, sendings.get(mail.message_id)?.length ?? 1),
    ),
    ...[...copies.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `mail ${id} went out, but nobody wrote it`),
    ...(loginMails < logins.accepted
      ? [`${logins.accepted} login mails asked for, ${loginMails} written`]
      : []),
    ...(loginMails > logins.accepted + logins.unclear
      ? [
          `${loginMails} login mails written, ${logins.accepted} to ${logins.accepted + logins.unclear} asked for`,
        ]
      : []),
  ];
}

function problemsOf(mail: Mail, copies: number, sendings: number): readonly string[] {
  const isOnceOnly = ['order', 'change', 'cancellation'].includes(mail.kind);
  const name = `${mail.kind} mail ${mail.message_id} (${mail.state}, ${mail.attempts} attempts, ${mail.error})`;
  return [
    !['sent', 'failed', 'uncertain'].includes(mail.state) && `${name} is not finished`,
    mail.state === 'sent' && copies === 0 && `${name} was lost`,
    mail.state === 'failed' && `${name} failed, although the mail server takes everything`,
    mail.state === 'uncertain' && !isOnceOnly && `${name} cannot be uncertain`,
    copies > (isOnceOnly ? sendings : mail.attempts) && `${name} went out ${copies} times`,
  ].filter((problem) => problem !== false);
}

/** The number of arrivals of each mail, by Message-ID. */
function copiesOf(taken: readonly string[]): ReadonlyMap<string, number> {
  const ids = taken.flatMap((text) => /^Message-ID: *(<[^>]+>)/im.exec(text)?.[1] ?? []);
  return new Map([...Map.groupBy(ids, (id) => id)].map(([id, all]) => [id, all.length]));
}

async function orders({ sql, created }: Fixture): Promise<string[]> {
  const rows = await sql<{ id: number; state: string; mail: string | null; is_declined: boolean }>(
    `select o.id, o.state, p.status = 'declined' as is_declined,
       (select m.state from mail m join procurement_order_letter l on l.tenant_id = m.tenant_id and l.job_id = m.job_id
        where m.tenant_id = o.tenant_id and m.supplier_order_id = o.id and l.kind <> 'cancellation'
        order by m.id desc limit 1) as mail
     from procurement_supplier_order o join procurement p on p.tenant_id = o.tenant_id and p.id = o.procurement_id
     where o.procurement_id = any ($1)`,
    [created],
  );
  return rows.flatMap(({ id, state, mail, is_declined }) => [
    ...(state === 'sending' ? [`order ${id} is sending forever`] : []),
    ...(state === 'sent' && mail !== 'sent' ? [`order ${id} is sent, its mail ${mail}`] : []),
    ...(mail === 'sent' && !['sent', 'confirmed', 'cancelled'].includes(state) && !is_declined
      ? [`order ${id} is ${state}, its mail sent`]
      : []),
    ...(mail === 'uncertain' && !['uncertain', 'confirmed', 'cancelled'].includes(state)
      ? [`order ${id} is ${state}, its mail uncertain`]
      : []),
  ]);
}
