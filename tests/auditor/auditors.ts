import type { InjectOptions } from 'fastify';
import { type ArchiveFixture, archiveFixture } from '../archive/archives.ts';
import type { RestAnswer } from '../support/demo-web.ts';
import { accessTokenFor } from '../support/web.ts';

/** An auditor's API client. */
export interface AuditorCaller {
  readonly id: number;
  send(options: InjectOptions): Promise<RestAnswer>;
  get(url: string): Promise<RestAnswer>;
  /** Data of a GraphQL answer, or its first error. */
  ask<Data>(query: string, variables?: object): Promise<Data & { error?: { code: string; values?: object } }>;
}

export interface AuditedFixture extends ArchiveFixture {
  /** The audited company, and another of the same tenant. */
  readonly audited: number;
  readonly other: number;
  /** Invoices of the audited company by day, as `MM-DD`. */
  readonly invoices: ReadonlyMap<string, number>;
  readonly foreignInvoice: number;
  auditor(given?: Readonly<Record<string, unknown>>): Promise<AuditorCaller>;
}

export const period = { from: '2026-01-31', until: '2026-02-01' };

/**
 * Invoices of two companies from the end of January to the beginning of February. Each was booked on its own day
 * except the last one, booked on the last day of the audited period.
 */
export async function auditedFixture(): Promise<AuditedFixture> {
  const fixture = await archiveFixture();
  const { web, demoTenant } = fixture;
  await web.sql(
    `update invoice_export_entry e set booked_on = i.invoice_date from invoice i
     where i.tenant_id = e.tenant_id and i.id = e.invoice_id and i.invoice_date < '2026-02-04'`,
  );
  const rows = await web.sql<{ id: string; client_id: string; day: string }>(
    `select id, client_id, to_char(invoice_date, 'MM-DD') as day from invoice
     where tenant_id = $1 and invoice_date between '2026-01-29' and '2026-02-04' order by id`,
    [demoTenant],
  );
  const audited = Number(rows.find(({ day }) => day === '02-04')?.client_id);
  const foreign = rows.find(({ client_id, day }) => Number(client_id) !== audited && day === '02-01');
  let made = 0;
  return {
    ...fixture,
    audited,
    other: Number(foreign?.client_id),
    foreignInvoice: Number(foreign?.id),
    invoices: new Map(
      rows.filter(({ client_id }) => Number(client_id) === audited).map(({ id, day }) => [day, Number(id)]),
    ),
    auditor: async (given = {}) => {
      made += 1;
      const email = `pruefer${made}@amt.test`;
      const [row] = await web.sql<{ id: string }>(
        `insert into lb_user (tenant_id, email, name, lang, roles, auditor_client_id, auditor_from, auditor_until, auditor_ends_on)
         values ($1, $2, 'Petra Prüferin', 'de', '{user-auditor}', $3, $4, $5, $6) returning id`,
        [demoTenant, email, audited, period.from, period.until, given.auditor_ends_on ?? '2099-12-31'],
      );
      const id = Number(row?.id);
      const send = async (options: InjectOptions): Promise<RestAnswer> => {
        const token = await accessTokenFor(web, { tenantId: demoTenant, id, email }, [
          'user-auditor',
          'user-price',
        ]);
        return await fixture.send({
          ...options,
          headers: { authorization: `Bearer ${token}`, 'accept-language': 'de', ...options.headers },
        });
      };
      return {
        id,
        send,
        get: (url) => send({ method: 'GET', url }),
        ask: async (query, variables = {}) => {
          const answer = await send({ method: 'POST', url: '/v1/graphql', payload: { query, variables } });
          const { data, errors } = answer.json<{ data?: object; errors?: { extensions: object }[] }>();
          return { ...data, ...(errors?.[0] && { error: errors[0].extensions }) } as never;
        },
      };
    },
  };
}
