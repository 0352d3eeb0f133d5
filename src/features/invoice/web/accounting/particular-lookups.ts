import type { Reference } from '../../../../document/web/draft/reference.ts';
import { active, find, type Where } from '../../../../document/web/lookups.ts';
import { searchedFor } from '../../../../graphql/search-where.ts';
import {
  type DimensionColumn,
  dimensionTypes,
  type HeadParticular,
  type LineParticular,
} from '../../accounting/particulars.ts';

export type Particular = HeadParticular | LineParticular;

/** The active records of the company that fit an accounting field (INV-16). */
export function findParticulars(
  column: Particular,
  companyId: number,
  text: string,
  signal: AbortSignal,
): Promise<readonly Reference[]> {
  const ofCompany = { client_id: { _eq: companyId } };
  switch (column) {
    case 'profit_center_id':
      return findNumbered('profit_center', linkedWith('client_profit_centers', companyId), text, signal);
    case 'posting_key_id':
      return findNumbered('posting_key', linkedWith('client_posting_keys', companyId), text, signal);
    case 'tax_group_id':
      return findCoded('tax_group', ofCompany, text, signal);
    case 'tax_item_group_id':
      return findCoded('tax_item_group', ofCompany, text, signal);
    default:
      return findCoded('financial_dimension', { ...ofCompany, ...ofType(column) }, text, signal);
  }
}

function ofType(column: DimensionColumn): Where {
  return { dimension_type: { _eq: dimensionTypes[column] } };
}

/** A record that is linked to no company belongs to all companies. */
function linkedWith(links: string, companyId: number): Where {
  return { _or: [{ _not: { [links]: {} } }, { [links]: { client_id: { _eq: companyId } } }] };
}

function findNumbered(table: string, where: Where, text: string, signal: AbortSignal) {
  const found = active(...searchedFor(text), where);
  return find<Reference>(table, 'id number name', 'number', found, signal);
}

function findCoded(table: string, where: Where, text: string, signal: AbortSignal) {
  const found = active(...searchedFor(text), where);
  return find<Reference>(table, 'id number: code name', 'code', found, signal);
}
