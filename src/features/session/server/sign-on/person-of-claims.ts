import type { Tx } from '../../../../platform/server/database.ts';
import { findPerson, type Person } from '../../../../platform/server/person.ts';
import { mailAddress } from '../../address.ts';
import { notifyOfAccount } from '../account-mail.ts';
import type { Claims, Issuer } from './openid.ts';

/** Why no person is found for an account; the code in the security log (AUTH-35). */
export type NotFoundReason =
  | 'other_organisation'
  | 'address_unverified'
  | 'address_unknown'
  | 'other_account';

export type FoundPerson =
  | { readonly person: Person }
  | { readonly reason: NotFoundReason; readonly personId: number | null };

export interface FindParts {
  readonly publicUrl: string;
  readonly now: Date;
}

/**
 * The person of an account at the issuer (AUTH-32). The account is bound at its first login to the person of its
 * verified address, and later found only by `sub`: a changed address at the issuer does not lead to another person,
 * and a second account with the address of a bound person is refused. `tx` acts as `gate`.
 */
export async function personOfClaims(
  tx: Tx,
  issuer: Issuer,
  claims: Claims,
  parts: FindParts,
): Promise<FoundPerson> {
  if (!isOfOrganisation(issuer, claims)) return { reason: 'other_organisation', personId: null };
  const bound = await tx.maybeOne<{ id: number; lb_user_id: number }>(
    `select id, lb_user_id from sign_on_identity
     where tenant_id = $1 and issuer = $2 and application_id = $3 and subject = $4 for update`,
    [issuer.tenantId, issuer.issuer, issuer.applicationId, claims.sub],
  );
  if (!bound) return await bind(tx, issuer, claims, parts);
  const person = await findPerson(tx, issuer.tenantId, bound.lb_user_id);
  if (!person) return { reason: 'address_unknown', personId: null };
  if (person.mayLogIn)
    await tx.query('update sign_on_identity set last_login = $3 where tenant_id = $1 and id = $2', [
      issuer.tenantId,
      bound.id,
      parts.now,
    ]);
  return { person };
}

async function bind(
  tx: Tx,
  issuer: Issuer,
  claims: Claims,
  { publicUrl, now }: FindParts,
): Promise<FoundPerson> {
  const address = typeof claims.email === 'string' ? mailAddress(claims.email) : null;
  if (address === null || !isVerified(issuer, claims))
    return { reason: 'address_unverified', personId: null };
  const found = await tx.maybeOne<{ id: number }>(
    'select id from lb_user where tenant_id = $1 and lower(email) = $2 and not is_group',
    [issuer.tenantId, address],
  );
  const person = found && (await findPerson(tx, issuer.tenantId, found.id));
  if (!person) return { reason: 'address_unknown', personId: null };
  // The caller refuses people who may not log in; their account is not bound.
  if (!person.mayLogIn) return { person };
  const made = await tx.maybeOne(
    `insert into sign_on_identity (tenant_id, lb_user_id, issuer, application_id, subject, last_login)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    [issuer.tenantId, person.id, issuer.issuer, issuer.applicationId, claims.sub, now],
  );
  if (!made) {
    // Another tab may have bound the same account meanwhile.
    const same = await tx.maybeOne(
      `select from sign_on_identity
       where tenant_id = $1 and lb_user_id = $2 and issuer = $3 and application_id = $4 and subject = $5`,
      [issuer.tenantId, person.id, issuer.issuer, issuer.applicationId, claims.sub],
    );
    return same ? { person } : { reason: 'other_account', personId: person.id };
  }
  await notifyOfAccount(tx, publicUrl, { person, news: 'sign_on_bound', values: { issuer: issuer.issuer } });
  return { person };
}

/** Without this check, people of every organisation of a shared issuer could log in. */
function isOfOrganisation({ organisation }: Issuer, claims: Claims): boolean {
  if (organisation === null) return true;
  const value = claims[organisation.claim];
  return typeof value === 'string' && value.toLowerCase() === organisation.value.toLowerCase();
}

/** An address that the issuer marks as unverified is never accepted. */
function isVerified({ trustsAddresses }: Issuer, { email_verified: verified }: Claims): boolean {
  return verified === true || (verified === undefined && trustsAddresses);
}
