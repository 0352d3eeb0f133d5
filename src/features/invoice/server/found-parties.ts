import type { Tx } from '../../../platform/server/database.ts';
import type { Reading } from '../../recognition/reading.ts';
import type { FoundParties, SupplierDefaults } from '../recognised-form.ts';
import { findLinks } from './found-links.ts';

interface Company {
  readonly id: number;
  /** Identified by its VAT id. */
  readonly is_certain: boolean;
  /** Named as the printed recipient. */
  readonly is_named: boolean;
}

/**
 * Finds the parties of a read document in the tenant's records: the supplier by VAT id, account, then name (REC-05);
 * the company by VAT id, recipient name, buyer reference (REC-15), or as the only one. Runs as writer.
 *
 * @param sentBy the supplier where the document names none of the records
 */
export async function findParties(
  tx: Tx,
  reading: Reading,
  sentBy: number | null = null,
): Promise<FoundParties> {
  const { fields } = reading;
  const seller = [fields.sellerVatId, fields.sellerIban, fields.sellerName].map(
    (read) => read?.value ?? null,
  );
  const buyer = [fields.buyerVatId, fields.buyerName].map((read) => read?.value ?? null);
  const [supplier, company, meant] = await Promise.all([
    tx.maybeOne<SupplierDefaults>(
      `select id, name, department_id, cost_center_id, ledger_account_id, tax, payment_days,
         vat_number, payment_method, iban, bic from supplier
       where active and (vat_number = $1 or iban = $2 or lower(name) = lower($3) or id = $4)
       order by (vat_number = $1) is true desc, (iban = $2) is true desc, (lower(name) = lower($3)) is true desc, id limit 1`,
      [...seller, sentBy],
    ),
    tx.maybeOne<Company>(
      `select id, (vat_number = $1) is true as is_certain,
         coalesce(lower($2) in (lower(name), lower(billing_name)), false) as is_named from client
       where active and (vat_number = $1 or lower($2) in (lower(name), lower(billing_name))
         or (select count(*) from client where active) = 1)
       order by (vat_number = $1) is true desc, (lower(name) = lower($2)) is true desc, id limit 1`,
      buyer,
    ),
    findMeaning(tx, fields.buyerReference?.value ?? null),
  ]);
  return {
    supplier: supplier ?? null,
    clientId:
      (company?.is_certain || company?.is_named ? company.id : (meant?.client_id ?? company?.id)) ?? null,
    meant,
    ...(supplier ? await findLinks(tx, reading, supplier.id) : { links: {}, orderIds: [] }),
  };
}

/** The company and department that the administration has set for a buyer reference. */
async function findMeaning(tx: Tx, reference: string | null): Promise<FoundParties['meant']> {
  if (reference === null) return null;
  const found = await tx.maybeOne<NonNullable<FoundParties['meant']>>(
    `select r.client_id, d.id as department_id from buyer_reference r
     join client c on c.tenant_id = r.tenant_id and c.id = r.client_id and c.active
     left join department d on d.tenant_id = r.tenant_id and d.id = r.department_id and d.active
     where r.active and lower(r.code) = lower($1)`,
    [reference.trim()],
  );
  return found ?? null;
}
