import { type CompanyRow, companyFields, companyReference } from '../../../document/web/draft/company.ts';
import type { CompanyReference } from '../../../document/web/draft/reference.ts';
import { active, find } from '../../../document/web/lookups.ts';
import { searchedFor } from '../../../graphql/search-where.ts';
import type { ContractCompany } from '../model.ts';
import { requiredColumns } from '../rules.ts';

/** What the pages of contracts read of a company besides the rules. */
interface Shown {
  /** Its contracts in force take from budgets (DASH-09). */
  readonly contracts_in_budgets: boolean;
}

/** The company in a contract draft. */
export interface ContractCompanyReference extends CompanyReference<string>, ContractCompany, Shown {}

/** The company of a contract from the API. */
export interface ContractCompanyRow extends CompanyRow, ContractCompany, Shown {}

export const contractCompanyFields = `${companyFields} federal_state notice_transit_days internal_lead_days responsible_id
  contracts_in_budgets`;

/** Converts a company from the API for a draft. */
export function contractCompany(row: ContractCompanyRow): ContractCompanyReference {
  const { federal_state, notice_transit_days, internal_lead_days, responsible_id, contracts_in_budgets } =
    row;
  const own = {
    federal_state,
    notice_transit_days,
    internal_lead_days,
    responsible_id,
    contracts_in_budgets,
  };
  return { ...companyReference(row, requiredColumns), ...own };
}

/** Active, visible companies with the data a contract needs. */
export async function findContractCompanies(
  text: string,
  signal: AbortSignal,
): Promise<readonly ContractCompanyReference[]> {
  const where = active(...searchedFor(text));
  const rows = await find<ContractCompanyRow>('client', contractCompanyFields, 'name', where, signal);
  return rows.map(contractCompany);
}
