import type pg from 'pg';

export interface WantedAdministrator {
  /** Name of the tenant, created if missing. */
  readonly tenant: string;
  /** As returned by `mailAddress`. */
  readonly email: string;
  readonly isOperator: boolean;
  /** The person lost their passkeys: the link allows a new one, even where passkeys are required (AUTH-36). */
  readonly forgetsPasskeys?: boolean;
}

export interface Administrator {
  readonly tenantId: number;
  readonly id: number;
  /** One sentence per change made. */
  readonly steps: readonly string[];
}

/**
 * Ensures that the tenant exists and that the address may log in there as administrator, and as operator when wanted
 * (AUTH-28). Existing rights are kept; a blocked or inactive person is let in again.
 * @param owner a connection that bypasses row-level security
 */
export async function ensureAdministrator(
  owner: pg.ClientBase,
  wanted: WantedAdministrator,
): Promise<Administrator> {
  const steps: string[] = [];
  await owner.query('begin');
  try {
    await owner.query('lock table tenant in share row exclusive mode');
    const tenantId = await ensureTenant(owner, wanted.tenant, steps);
    const id = await ensurePerson(owner, tenantId, wanted, steps);
    if (wanted.forgetsPasskeys) await forgetPasskeys(owner, tenantId, id, steps);
    await owner.query('commit');
    return { tenantId, id, steps };
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

async function ensureTenant(owner: pg.ClientBase, name: string, steps: string[]): Promise<number> {
  const found = await owner.query<{ id: string; name: string; status: string }>(
    'select id, name, status from tenant where app.look_alike(name) = app.look_alike($1)',
    [name],
  );
  const [tenant] = found.rows;
  if (tenant?.status === 'archived') {
    throw new Error(`The tenant ${tenant.name} is archived; logins are not possible.`);
  }
  if (tenant) return Number(tenant.id);
  const created = await owner.query<{ id: string }>('insert into tenant (name) values ($1) returning id', [
    name,
  ]);
  steps.push(`The tenant ${name} was created.`);
  return Number(created.rows[0]?.id);
}

async function ensurePerson(
  owner: pg.ClientBase,
  tenantId: number,
  { email, isOperator }: WantedAdministrator,
  steps: string[],
): Promise<number> {
  const roles = isOperator ? ['user-admin', 'user-operator'] : ['user-admin'];
  const updated = await owner.query<{ id: string }>(
    `update lb_user set active = true, blocked = false,
       roles = array(select distinct role from unnest(roles || $3::text[]) as role order by role)
     where tenant_id = $1 and lower(email) = $2 and not is_group returning id`,
    [tenantId, email, roles],
  );
  const [person] = updated.rows;
  if (person) {
    steps.push(`${email} already exists and has the roles ${roles.join(' and ')}.`);
    return Number(person.id);
  }
  const created = await owner.query<{ id: string }>(
    'insert into lb_user (tenant_id, email, name, roles) values ($1, $2, $3, $4) returning id',
    [tenantId, email, email.split('@')[0], roles],
  );
  steps.push(`${email} was created with the roles ${roles.join(' and ')}.`);
  return Number(created.rows[0]?.id);
}

async function forgetPasskeys(
  owner: pg.ClientBase,
  tenantId: number,
  id: number,
  steps: string[],
): Promise<void> {
  const { rowCount } = await owner.query('delete from passkey where tenant_id = $1 and lb_user_id = $2', [
    tenantId,
    id,
  ]);
  steps.push(`Deleted passkeys: ${rowCount ?? 0}.`);
}
