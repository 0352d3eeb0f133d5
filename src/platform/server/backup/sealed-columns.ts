import type pg from 'pg';
import type { Secrets } from '../secrets.ts';
import { StartError } from '../start-error.ts';

interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Describes the row, as SQL. */
  readonly name: string;
  readonly what: string;
  /** Removes secrets that cannot be opened, as SQL after the name of the table. */
  readonly forget: string;
}

/** The columns sealed by `Secrets.seal`, unreadable with another SECRET_KEY (TECH-07). */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'mailbox',
    column: 'password',
    name: 'name',
    what: 'the password of mailbox',
    forget: 'update mailbox set password = null',
  },
  ...['oauth_secret', 'oauth_refresh_token', 'access_token', 'sign_in_attempt'].map((column) => ({
    table: 'mailbox',
    column,
    name: 'name',
    what: 'the sign-in of mailbox',
    forget:
      'update mailbox set oauth_secret = null, oauth_refresh_token = null, access_token = null, access_until = null, sign_in_attempt = null',
  })),
  {
    table: 'marketplace',
    column: 'secret',
    name: 'name',
    what: 'the secret of marketplace',
    forget: 'update marketplace set secret = null',
  },
  {
    table: 'sign_on_issuer',
    column: 'application_secret',
    name: 'name',
    what: 'the secret of the single sign-on',
    forget: 'update sign_on_issuer set application_secret = null',
  },
  {
    table: 'export_destination',
    column: 'secret_access_key',
    name: 'name',
    what: 'the secret of the destination',
    forget: 'update export_destination set secret_access_key = null',
  },
  ...['secret', 'former_secret'].map((column) => ({
    table: 'webhook',
    column,
    name: 'name',
    what: 'the secret of webhook',
    forget:
      'update webhook set secret = null, former_secret = null, former_until = null, signed_since = null',
  })),
  {
    table: 'push_subscription',
    column: 'address',
    name: 'id',
    what: 'the device',
    forget: 'delete from push_subscription',
  },
  ...['refresh_token', 'access_token'].map((column) => ({
    table: 'accounting_connection',
    column,
    name: 'system',
    what: 'the connection to',
    forget:
      "update accounting_connection set refresh_token = null, access_token = null, access_until = null, state = 'inactive'",
  })),
  {
    table: 'accounting_sign_in',
    column: 'verifier',
    name: 'system',
    what: 'an unfinished sign-in at',
    forget: 'delete from accounting_sign_in',
  },
];

/**
 * Checks, within the transaction of a restore, that every sealed secret opens with the key of this installation; with
 * `without`, removes those that do not. Returns what was removed, described for people.
 *
 * @throws StartError if a secret cannot be opened and may not be removed
 */
export async function keepSecrets(
  client: pg.Client,
  secrets: Pick<Secrets, 'unseal'>,
  without: boolean,
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const { table, column, name, what, forget } of sealedColumns) {
    const { rows } = await client.query<{ tenant: string; id: string; name: string; sealed: Buffer }>(
      `select tenant_id as tenant, id, ${name} as name, ${column} as sealed from public.${table}
       where ${column} is not null order by tenant_id, id`,
    );
    const unreadable = rows.filter(({ sealed }) => !isReadable(secrets, sealed));
    if (unreadable.length === 0) continue;
    const messages = unreadable.map((row) => `${what} ${row.name} of tenant ${row.tenant}`);
    lost.push(...messages.filter((one) => !lost.includes(one)));
    if (without)
      await client.query(
        `${forget} where (tenant_id, id) in (select * from unnest($1::bigint[], $2::bigint[]))`,
        [unreadable.map(({ tenant }) => tenant), unreadable.map(({ id }) => id)],
      );
  }
  if (lost.length > 0 && !without)
    throw new StartError(
      `The backup was made with another SECRET_KEY. The key of this machine cannot decrypt: ${lost.join('; ')}. Set the SECRET_KEY of the backed-up installation, or add --without-secrets to clear these secrets. Nothing was changed.`,
    );
  return lost;
}

function isReadable(secrets: Pick<Secrets, 'unseal'>, sealed: Buffer): boolean {
  try {
    secrets.unseal(sealed);
    return true;
  } catch {
    return false;
  }
}
