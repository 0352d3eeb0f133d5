import type { DatabaseError } from 'pg';
import type { Day } from '../../base/day.ts';
import { isLanguage, type Language } from '../../base/language.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import { defaultLanguage } from '../constants.ts';
import type { Tx } from './database.ts';

/** A person as seen by `gate`, before entering the tenant. */
export interface Person {
  readonly tenantId: number;
  /** The key of the tenant, used to log in. */
  readonly tenantName: string;
  /** The tenant's name for people: the company of its settings (`billing_name`), else its key. */
  readonly tenantTitle: string;
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
  readonly tokenVersion: number;
  /** Own roles and those of the task groups (ROLE-03); an auditor has no group roles and sees prices (ARC-04). */
  readonly roles: readonly string[];
  /** Not blocked, active, no task group, no auditor after the last day, and the tenant is not archived (AUTH-09). */
  readonly mayLogIn: boolean;
  /** The last day of an auditor whose access has ended (ARC-04). */
  readonly endedOn: Day | null;
}

interface Row {
  readonly tenant_id: number;
  readonly tenant_name: string;
  readonly tenant_title: string;
  readonly id: number;
  readonly email: string | null;
  readonly name: string;
  readonly lang: string;
  readonly token_version: number;
  readonly roles: string[];
  readonly may_log_in: boolean;
  readonly ended_on: Day | null;
}

/** The name for people of the row `t` of `tenant`. */
export const tenantTitleSql = "coalesce(nullif(trim(t.billing_name), ''), t.name)";

const selectPerson = `
  select u.tenant_id, t.name as tenant_name, ${tenantTitleSql} as tenant_title, u.id, u.email, u.name, u.lang, u.token_version,
    case when 'user-auditor' = any (u.roles) then array['user-auditor', 'user-price'] else array(
      select unnest(u.roles)
      union
      select unnest(g.roles)
      from task_group_user m
      join lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.active
      where m.tenant_id = u.tenant_id and m.lb_user_id = u.id
      order by 1
    ) end as roles,
    u.active and not u.blocked and not u.is_group and u.email is not null and t.status in ('active', 'moving')
      and e.ended_on is null as may_log_in,
    e.ended_on, u.token_maker_id as maker_id
  from lb_user u
  join tenant t on t.id = u.tenant_id
  cross join lateral (select case when u.auditor_ends_on is not null and app.is_over(u.tenant_id, u.auditor_ends_on)
    then u.auditor_ends_on end as ended_on) e`;

export async function findPerson(tx: Tx, tenantId: number, id: number): Promise<Person | undefined> {
  const rows = await tx.query<Row>(`${selectPerson} where u.tenant_id = $1 and u.id = $2`, [tenantId, id]);
  return rows.map(personOf)[0];
}

/** The person of an API token, and who created it. */
export interface TokenHolder extends Person {
  readonly makerId: number;
  /** The token is the directory's, which acts in its own name (AUTH-33). */
  readonly isDirectory?: boolean;
  /** The writing calls of the token, if it is narrowed to some (AUTH-34). */
  readonly calls?: readonly string[];
}

/**
 * The person whose API token has this digest and has not expired (AUTH-23). A token created by somebody else ends
 * when its creator is gone, blocked or no longer an administrator.
 */
export async function findByApiToken(tx: Tx, digest: Buffer, now: Date): Promise<TokenHolder | undefined> {
  const row = await tx.maybeOne<Row & { maker_id: number }>(
    `${selectPerson} where u.api_token_hash = $1 and u.token_expires_at > $2
       and (u.token_maker_id = u.id or app.administers(u.tenant_id, u.token_maker_id))`,
    [digest, now],
  );
  return row && { ...personOf(row), makerId: row.maker_id };
}

/**
 * Whether no work is done for the tenant until it is active: it is archived (OP-03), or moves to another installation
 * (TECH-18).
 */
export async function isAtRest(tx: Tx, tenantId: number): Promise<boolean> {
  const tenant = await tx.maybeOne("select from tenant where id = $1 and status <> 'active'", [tenantId]);
  return tenant !== undefined;
}

/** Everyone with this address, in one tenant or, if `tenantName` is null, in all; ordered by tenant. */
export async function findByEmail(tx: Tx, email: string, tenantName: string | null): Promise<Person[]> {
  const rows = await tx.query<Row>(
    `${selectPerson}
     where lower(u.email) = $1 and ($2::text is null or lower(t.name) = lower($2))
     order by t.name, u.id`,
    [email, tenantName],
  );
  return rows.map(personOf);
}

/** The refusal for a person who may not log in; gives former auditors the reason (AUTH-09, ARC-04). */
export function shutOut({ endedOn }: Pick<Person, 'endedOn'>): Refusal {
  return endedOn === null ? refuse('account_blocked') : auditorEnded(endedOn);
}

/** The refusal of an auditor after the last day, `day`. */
function auditorEnded(day: Day): Refusal {
  return refuse('auditor_ended', { values: { day } });
}

/**
 * The refusal for a database error on entry: an auditor after the last day (`app.enter_as_auditor`), or a missing
 * required passkey or single sign-on (`app.require_passkey`, `app.require_sign_on`).
 */
export function refusalAtEntry({
  message,
  detail,
}: Pick<DatabaseError, 'message' | 'detail'>): Refusal | undefined {
  if (message === 'passkey_required' || message === 'sign_on_required') return refuse(message);
  return message === 'auditor_ended' && detail !== undefined ? auditorEnded(detail) : undefined;
}

function personOf(row: Row): Person {
  return {
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    tenantTitle: row.tenant_title,
    id: row.id,
    email: row.email ?? '',
    name: row.name,
    // A newer node may know more languages during a rolling update.
    language: isLanguage(row.lang) ? row.lang : defaultLanguage,
    tokenVersion: row.token_version,
    roles: row.roles,
    mayLogIn: row.may_log_in,
    endedOn: row.ended_on,
  };
}
