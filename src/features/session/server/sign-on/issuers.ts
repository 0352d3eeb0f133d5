import type { Tx } from '../../../../platform/server/database.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import type { Issuer } from './openid.ts';

export interface IssuerRow {
  readonly id: number;
  readonly tenant_id: number;
  readonly issuer: string;
  readonly application_id: string;
  readonly application_secret: Buffer | null;
  readonly organisation_claim: string | null;
  readonly organisation: string | null;
  readonly trusts_addresses: boolean;
  readonly groups_claim: string | null;
}

const columns = `i.id, i.tenant_id, i.issuer, i.application_id, i.application_secret, i.organisation_claim,
  i.organisation, i.trusts_addresses, i.groups_claim`;

/** The active issuers of an active tenant, by its name; `tx` acts as `gate`. */
export async function issuersOfTenant(
  tx: Tx,
  tenant: string,
): Promise<readonly (IssuerRow & { readonly name: string })[]> {
  return await tx.fixed(
    `select ${columns}, i.name from sign_on_issuer i join tenant t on t.id = i.tenant_id
     where lower(t.name) = lower($1) and t.status = 'active' and i.active order by i.name, i.id`,
    [tenant],
  );
}

/** An issuer of a tenant if it is active; `tx` acts as `gate`. */
export async function activeIssuer(tx: Tx, tenantId: number, id: number): Promise<IssuerRow | undefined> {
  return await tx.maybeOne(
    `select ${columns} from sign_on_issuer i where i.tenant_id = $1 and i.id = $2 and i.active`,
    [tenantId, id],
  );
}

/** The issuer of a row, with its secret decrypted. */
export function issuerOf(row: IssuerRow, secrets: Pick<Secrets, 'unseal'>): Issuer {
  const { organisation_claim: claim, organisation: value, application_secret: secret } = row;
  return {
    id: row.id,
    tenantId: row.tenant_id,
    issuer: row.issuer,
    applicationId: row.application_id,
    applicationSecret: secret && secrets.unseal(secret),
    organisation: claim !== null && value !== null ? { claim, value } : null,
    trustsAddresses: row.trusts_addresses,
    groupsClaim: row.groups_claim,
  };
}
