import type { Tx } from '../../../../../platform/server/database.ts';
import type { D365Dimension } from '../../../../master-data/d365-dimensions.ts';
import { usualDimensionNames } from '../../../../master-data/d365-dimensions.ts';
import type { DiscountCode } from '../model.ts';

/** The Dynamics 365 settings of a company and its tenant (EXP-14). */
export interface DynamicsSettings {
  /** `dataAreaId` */
  readonly legal_entity: string | null;
  /** The company's journal, else the tenant's. */
  readonly journal_name: string | null;
  readonly document: 'journal' | 'pending';
  /** The procurement category of lines of pending invoices. */
  readonly category: string | null;
  readonly discount_codes: readonly DiscountCode[];
  readonly dimension_names: Readonly<Partial<Record<D365Dimension, string>>>;
}

const select = `select nullif(trim(c.d365_legal_entity), '') as legal_entity, c.d365_document as document,
    coalesce(nullif(trim(c.d365_journal_name), ''), (select nullif(trim(value), '') from configuration
      where key = 'd365_journal_name' and client_id is null)) as journal_name,
    nullif(trim(c.d365_procurement_category), '') as category,
    coalesce((select jsonb_agg(jsonb_build_object('percentage', d.percentage::text, 'days', d.days, 'code', d.code) order by d.id)
      from client_discount_code d where d.client_id = c.id), '[]') as discount_codes,
    coalesce((select jsonb_object_agg(d.dimension, d.name) from client_d365_dimension d where d.client_id = c.id), '{}') as dimension_names
  from client c where c.id = $1`;

/** Runs as writer. A company without dimension names uses the defaults. */
export async function loadDynamicsSettings(tx: Tx, clientId: number): Promise<DynamicsSettings> {
  const settings = await tx.one<DynamicsSettings>(select, [clientId]);
  const isNamed = Object.keys(settings.dimension_names).length > 0;
  return isNamed ? settings : { ...settings, dimension_names: usualDimensionNames };
}
