import { amountOrNull } from '../../../../base/money.ts';
import { addressReference, companyReference } from '../../../../document/web/draft/company.ts';
import type { CompanyReference } from '../../../../document/web/draft/reference.ts';
import { inCurrency, withDepartment } from '../../../../document/web/head/company-head.ts';
import { agreedPrice } from '../../contract-draft.ts';
import { requiredFieldsOf } from '../../required-fields.ts';

import type { ContractLineRow, ContractRow } from '../head/contracts.ts';
import { type Draft, type HeadDraft, newLine, withCompany } from './draft.ts';

/**
 * Fills the draft from the contract (PROC-25): company, department, cost center, ledger account, supplier, currency,
 * lines and terms; fields that are empty in the contract stay. `decimals` are those of unit prices.
 */
export function draftOfContract(draft: Draft, contract: ContractRow, decimals: number): Draft {
  const head = headOf(draft.head, contract);
  const lines = contract.contract_lines.map((line) => ({
    ...lineOf(line, head.client, decimals),
    supplier: contract.supplier,
  }));
  return { ...draft, head, lines };
}

/** Unlinks the contract: the values taken over stay, and the contract type becomes an ordinary one. */
export function withoutContract({ head, lines, ...draft }: Draft): Draft {
  const type = head.type === 'recurring_contract' ? 'single_invoice' : head.type;
  return {
    ...draft,
    head: { ...head, contract: null, type },
    lines: lines.map((line) => ({ ...line, contract_line_id: null })),
  };
}

/** Whether lines get their prices from the contract on save, as the person cannot see prices. */
export function hasPricesOfContract({ lines }: Draft, seesPrices: boolean): boolean {
  return !seesPrices && lines.some((line) => line.contract_line_id !== null);
}

function headOf(former: HeadDraft, contract: ContractRow): HeadDraft {
  const company =
    contract.client === null ? former.client : companyReference(contract.client, requiredFieldsOf);
  const address = contract.client?.client_addresses[0];
  const ofCompany = withCompany(former, company);
  const head = withDepartment(ofCompany, contract.department ?? ofCompany.department);
  return {
    ...head,
    ...inCurrency(head, contract.currency),
    name: contract.name ?? head.name,
    type: 'recurring_contract',
    contract: { id: contract.id, number: contract.contract_number_formatted, name: contract.name ?? '' },
    cost_center: contract.cost_center ?? head.cost_center,
    ledger_account: contract.ledger_account ?? head.ledger_account,
    delivery_address: head.delivery_address ?? (address === undefined ? null : addressReference(address)),
    usage_type: contract.usage_type ?? head.usage_type,
    payment_timing: contract.payment_timing ?? head.payment_timing,
  };
}

function lineOf(line: ContractLineRow, company: CompanyReference | null, decimals: number) {
  const empty = newLine(`contract-${line.id}`, company);
  const tax = amountOrNull(line.tax) ?? empty.tax;
  const quantity = amountOrNull(line.quantity) ?? '1';
  const filled = {
    ...empty,
    contract_line_id: line.id,
    description: line.name ?? '',
    item_number: line.item_number ?? '',
    quantity,
    unit: line.unit ?? empty.unit,
    tax,
    image_url: line.image_url ?? '',
    webshop_url: line.webshop_url ?? '',
    offer_number: line.offer_number ?? '',
    offer_date: line.offer_date,
  };
  const total = amountOrNull(line.total);
  if (total === null) return filled;
  const price = agreedPrice({ quantity, total, tax }, decimals);
  return { ...filled, ...price, price_unit: price.price_unit === '1' ? null : price.price_unit };
}
