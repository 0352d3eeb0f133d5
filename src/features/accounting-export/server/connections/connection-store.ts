import { Refused, refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import type { ConnectedSystem } from '../../../export-target/targets.ts';
import type { ExportingCompany } from '../../model.ts';

/** The owner of a connection: a company at DATEV, the tenant at Microsoft (EXP-07, EXP-14). */
export interface ConnectionKey {
  readonly system: ConnectedSystem;
  readonly clientId: number | null;
}

/** DATEV's name of adviser and company, such as `455148-1`; refused where the company lacks these numbers. */
export async function datevClientOf(tx: Tx, clientId: number): Promise<string> {
  const company = await tx.one<{
    name: string;
    consultant_number: string | null;
    client_number: string | null;
  }>('select name, consultant_number, client_number from client where id = $1', [clientId]);
  const numbers = datevNumbersOf(company);
  if (numbers === null)
    throw new Refused(refuse('export_company_numbers_missing', { values: { company: company.name } }));
  return numbers;
}

/** DATEV omits leading zeros of both numbers; null where one is missing or invalid. */
export function datevNumbersOf({
  consultant_number,
  client_number,
}: Pick<ExportingCompany, 'consultant_number' | 'client_number'>): string | null {
  if (consultant_number === null || client_number === null) return null;
  const numbers = [consultant_number, client_number].map((number) => String(Number(number))).join('-');
  return /^[1-9]\d{0,6}-[1-9]\d{0,4}$/.test(numbers) ? numbers : null;
}

export interface NewSignIn {
  readonly digest: Buffer;
  /** Encrypted. */
  readonly verifier: Buffer;
  readonly datevClientId: string | null;
  readonly now: Date;
  readonly until: Date;
}

/** Stores a started sign-in and deletes expired ones. */
export function noteSignIn(
  tx: Tx,
  { tenantId, userId }: Context,
  key: ConnectionKey,
  begun: NewSignIn,
): void {
  const { digest, verifier, datevClientId, now, until } = begun;
  tx.send('delete from accounting_sign_in where expires_at < $1', [now]);
  tx.send(
    `insert into accounting_sign_in (tenant_id, state_digest, system, client_id, datev_client_id, lb_user_id, verifier, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tenantId, digest, key.system, key.clientId, datevClientId, userId, verifier, until],
  );
}

export interface SignInRow {
  readonly client_id: number | null;
  readonly datev_client_id: string | null;
  readonly verifier: Buffer;
}

/** Takes the sign-in started by this person; it can be taken only once. */
export async function takeSignIn(
  tx: Tx,
  { userId }: Context,
  system: ConnectedSystem,
  digest: Buffer,
  now: Date,
): Promise<SignInRow | undefined> {
  return await tx.maybeOne<SignInRow>(
    `delete from accounting_sign_in where state_digest = $1 and lb_user_id = $2 and system = $3 and expires_at > $4
     returning client_id, datev_client_id, verifier`,
    [digest, userId, system, now],
  );
}

export interface Tokens {
  readonly refresh_token: Buffer | null;
  readonly access_token: Buffer | null;
  readonly access_until: string | null;
}

/** The encrypted tokens of an active connection. */
export async function findTokens(
  tx: Tx,
  { system, clientId }: ConnectionKey,
  isToChange: boolean,
): Promise<Tokens | undefined> {
  const select = `select refresh_token, access_token, access_until from accounting_connection
    where system = $1 and client_id is not distinct from $2 and state = 'active'`;
  return await tx.maybeOne<Tokens>(isToChange ? `${select} for update` : select, [system, clientId]);
}

export interface KeptAccess {
  readonly refresh: Buffer;
  readonly access: Buffer;
  readonly accessUntil: Date;
  readonly connectedUntil: Date;
}

export interface NewConnection extends KeptAccess, Omit<SignInRow, 'verifier'> {
  readonly system: ConnectedSystem;
  readonly now: Date;
}

/** Stores a new consent in place of an earlier one. */
export function keepConnection(tx: Tx, { tenantId, userId }: Context, made: NewConnection): void {
  const { system, client_id, datev_client_id, refresh, access, accessUntil, connectedUntil, now } = made;
  tx.send(
    `insert into accounting_connection (tenant_id, system, client_id, datev_client_id, refresh_token, access_token,
       access_until, connected_until, connected_by_id, connected_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (tenant_id, system, client_id) do update set state = 'active', problem = null,
       datev_client_id = excluded.datev_client_id, refresh_token = excluded.refresh_token,
       access_token = excluded.access_token, access_until = excluded.access_until,
       connected_until = excluded.connected_until, connected_by_id = excluded.connected_by_id,
       connected_at = excluded.connected_at, warned_at = null, basics = null, ledger_folder = null`,
    [tenantId, system, client_id, datev_client_id, refresh, access, accessUntil, connectedUntil, userId, now],
  );
}

/** Stores renewed tokens, which extends the consent (EXP-07). */
export function renew(tx: Tx, { system, clientId }: ConnectionKey, kept: KeptAccess): void {
  tx.send(
    `update accounting_connection set refresh_token = $3, access_token = $4, access_until = $5, connected_until = $6,
       warned_at = null
     where system = $1 and client_id is not distinct from $2 and state = 'active'`,
    [system, clientId, kept.refresh, kept.access, kept.accessUntil, kept.connectedUntil],
  );
}

/** Deletes the tokens; `problem` is the code of the refusal that ended the connection, null where a person did. */
export function deactivate(tx: Tx, { system, clientId }: ConnectionKey, problem: string | null): void {
  tx.send(
    `update accounting_connection set state = 'inactive', problem = $3, refresh_token = null, access_token = null,
       access_until = null
     where system = $1 and client_id is not distinct from $2`,
    [system, clientId, problem],
  );
}
