import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { asOperator } from '../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import {
  type Authentication,
  contextOf,
  requireOperator,
} from '../../../platform/server/http/request-context.ts';
import { securityKinds } from '../model.ts';
import { maxEvents, type OperatorEvent, type OperatorLogAnswer, type OwnEvent } from '../operator-log.ts';

const instant = z.iso.datetime({ offset: true });
const query = z.object({
  kind: z.enum(securityKinds).optional(),
  tenant_id: z.coerce.number().int().positive().optional(),
  from: instant.optional(),
  to: instant.optional(),
  at: instant.optional(),
  id: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(maxEvents).default(50),
});

/** `/api/operator/security-log`: security log of the whole installation, for operators (AUTH-35, TECH-04). */
export function registerOperatorLog(
  app: HttpServer,
  database: Database,
  authentication: Authentication,
): void {
  const route = { onRequest: [authentication.requirePerson, requireOperator] };
  app.get('/api/operator/security-log', route, (request) => {
    const read = query.safeParse(request.query);
    if (!read.success) throw new Refused(refuse('malformed_request'));
    return asOperator(database, contextOf(request), (tx) => readLog(tx, read.data));
  });
}

/**
 * Parameters: kind (`$1`), tenant (`$2`), days (`$3`, `$4`), last row of the page before (`$5`, `$6`) and limit
 * (`$7`).
 */
const selection = (kind: string, tenant: string, at: string, id: string) => `
  ($1::text is null or ${kind} = $1) and ($2::bigint is null or ${tenant} = $2)
  and ${at} >= coalesce($3::timestamptz, '-infinity') and ${at} < coalesce($4::timestamptz, 'infinity')
  and (${at}, ${id}) < (coalesce($5::timestamptz, 'infinity'), coalesce($6::bigint, 0))
  order by ${at} desc, ${id} desc limit $7`;

/** Counts of unknown links and tokens have negative ids, in the order of codes. */
export const eventsSql = `
  select e.id, e.tenant_id, t.name as tenant, e.created_at, e.kind, e.means, e.code, e.times
  from (
    (select id, tenant_id, created_at, kind, means, code, times::bigint from security_log
      where ${selection('kind', 'tenant_id', 'created_at', 'id')})
    union all
    (select id, null, hour, kind, means, code, times from (
        select hour, code, times, -array_position(array['unknown_link', 'unknown_token', 'unknown_session'], code) as id,
          case code when 'unknown_link' then 'login_failed' else 'token_refused' end as kind,
          case code when 'unknown_link' then 'link' when 'unknown_token' then 'token' end as means
        from app.unknown_accesses()) u
      where ${selection('kind', 'null::bigint', 'hour', 'id')})
  ) e left join tenant t on t.id = e.tenant_id
  order by e.created_at desc, e.id desc limit $7`;

async function readLog(tx: Tx, asked: z.output<typeof query>): Promise<OperatorLogAnswer> {
  const { kind, tenant_id, from, to, at, id, limit } = asked;
  const [rows, tenants] = await Promise.all([
    tx.fixed<Omit<OperatorEvent, 'own'>>(eventsSql, [
      kind ?? null,
      tenant_id ?? null,
      from ?? null,
      to ?? null,
      at ?? null,
      id ?? null,
      limit,
    ]),
    tx.fixed<OperatorLogAnswer['tenants'][number]>('select id, name from tenant order by name, id'),
  ]);
  const found = await tx.fixed<OwnEvent & { readonly id: number }>(
    'select * from app.events_of_operators($1::bigint[])',
    [rows.map((row) => row.id)],
  );
  const own = new Map(found.map(({ id: of, ...event }) => [of, event]));
  return { events: rows.map((row) => ({ ...row, own: own.get(row.id) ?? null })), tenants };
}
