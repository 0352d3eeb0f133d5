import { Refused, refuse } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import type { MarketplaceProvider } from '../../master-data/marketplace-presets.ts';
import type { PunchoutProtocol } from '../cart.ts';
import type { Parties } from '../cxml/message.ts';

/** A marketplace as stored, with the sealed secret. */
export interface StoredMarketplace {
  readonly id: number;
  readonly name: string;
  readonly provider: MarketplaceProvider;
  readonly protocol: PunchoutProtocol;
  readonly url: string;
  readonly order_url: string | null;
  readonly email: string | null;
  readonly identity: string;
  readonly secret: Buffer | null;
  readonly supplier_id: number;
  readonly identity_domain: string;
  readonly supplier_identity: string | null;
  readonly supplier_domain: string | null;
  readonly business_unit: string | null;
  readonly start_method: 'post' | 'get';
  readonly test_mode: boolean;
  readonly active: boolean;
}

const marketplaceColumns = `id, name, provider, protocol, url, order_url, email, identity, secret, supplier_id,
  identity_domain, supplier_identity, supplier_domain, business_unit, start_method, test_mode, active`;

/** Any marketplace of the tenant. Runs as writer. */
export async function findMarketplace(writer: Tx, id: number): Promise<StoredMarketplace | undefined> {
  return await writer.maybeOne<StoredMarketplace>(
    `select ${marketplaceColumns} from marketplace where id = $1`,
    [id],
  );
}

/** A marketplace that the person sees; refuses `not_found` for others. */
export async function requireMarketplace(reader: Tx, id: number): Promise<StoredMarketplace> {
  await reader.one('select id from marketplace where id = $1', [id]);
  const found = await findMarketplace(reader.as('writer'), id);
  if (!found) throw new Refused(refuse('not_found'));
  return found;
}

/** Company and department that a visit is for. */
export interface Buyer {
  readonly client_id: number | null;
  readonly department_id: number | null;
}

/**
 * Refuses a marketplace that cannot be used for a company (PUN-13, PUN-15, SET-06): it is switched off, has no secret
 * or is limited to other companies, punch-out is off for the company, or the supplier is switched off or limited to
 * other departments.
 */
export async function requireForCompany(
  writer: Tx,
  marketplace: Pick<StoredMarketplace, 'id' | 'active' | 'supplier_id' | 'secret'>,
  buyer: Buyer,
): Promise<void> {
  const field = 'marketplace_id';
  const { is_offered, is_enabled, is_allowed } = await writer.one<{
    readonly is_offered: boolean;
    readonly is_enabled: boolean;
    readonly is_allowed: boolean;
  }>(
    `select not exists (select from client_marketplace where marketplace_id = $1)
         or exists (select from client_marketplace where marketplace_id = $1 and client_id = $2) as is_offered,
       coalesce((select punchout_enabled from client where id = $2), true) as is_enabled,
       exists (select from supplier where id = $3 and active) and (not exists (select from supplier_department where supplier_id = $3)
         or exists (select from supplier_department where supplier_id = $3 and department_id = $4)) as is_allowed`,
    [marketplace.id, buyer.client_id, marketplace.supplier_id, buyer.department_id],
  );
  if (!marketplace.active || marketplace.secret === null || !is_offered || !is_enabled) {
    throw new Refused(refuse('punchout_not_configured', { field }));
  }
  if (!is_allowed) throw new Refused(refuse('punchout_supplier_not_allowed', { field }));
}

/** Sender, recipient and unsealed secret. */
export function partiesOf(marketplace: StoredMarketplace, secrets: Pick<Secrets, 'unseal'>): Parties {
  const { identity_domain, identity, supplier_domain, supplier_identity, name, secret } = marketplace;
  return {
    from: { domain: identity_domain, identity },
    to: { domain: supplier_domain ?? identity_domain, identity: supplier_identity ?? name },
    secret: secret === null ? null : secrets.unseal(secret),
  };
}
