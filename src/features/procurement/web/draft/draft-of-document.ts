import { amountOrNull } from '../../../../base/money.ts';
import type { CompanyRow } from '../../../../document/web/draft/company.ts';
import { draftRow } from '../../../../document/web/draft/draft-fields.ts';
import { requiredFieldsOf } from '../../required-fields.ts';
import type { AddressRow, LineRow, ProcurementDocument } from '../document.ts';
import {
  type CompanyReference,
  type Draft,
  emptyLine,
  type LineDraft,
  type Reference,
  typedHead,
  typedLine,
} from './draft.ts';

/** A loaded document as a form shows it. */
export function draftOf(document: ProcurementDocument): Draft {
  return {
    head: {
      ...draftRow(typedHead, document),
      client: document.client && {
        ...companyReference(document.client),
        billingText: document.billing_address_text ?? billingTextOf(document.client),
      },
      delivery_address: document.delivery_address && addressReference(document.delivery_address),
      is_delivery_date_proposed: false,
      contract: contractReference(document),
    },
    lines: document.procurement_lines.map(lineDraft),
    approvers: document.approvers
      .filter((row) => row.inserted_manually || row.inserted_by_group)
      .flatMap(({ lb_user: person }) => (person === null ? [] : [{ id: person.id, name: person.name }])),
  };
}

/** The contract by its id alone where the person does not see it, so that saving does not take it off. */
function contractReference({ contract_id: id, contract }: ProcurementDocument): Reference | null {
  if (id === null) return null;
  return { id, number: contract?.contract_number_formatted ?? null, name: contract?.name ?? '' };
}

export function companyReference(company: CompanyRow): CompanyReference {
  return {
    id: company.id,
    name: company.name,
    billingText: billingTextOf(company),
    currency: company.currency,
    tax: amountOrNull(company.default_product_tax),
    unit: company.default_product_unit,
    requiredFields: requiredFieldsOf(company.required_fields),
  };
}

export function addressReference(address: AddressRow): Reference {
  const { id, address_name, address: street, zipcode, city } = address;
  return { id, name: `${address_name}, ${street}, ${zipcode} ${city}` };
}

/** The billing address as it stands on an order (PROC-06); null while the company has none. */
function billingTextOf(company: CompanyRow): string | null {
  const place = [company.billing_zipcode, company.billing_city].filter(Boolean).join(' ');
  const rows = [company.billing_name, company.billing_address, company.billing_address_complement, place];
  return rows.filter(Boolean).join('\n') || null;
}

function lineDraft(line: LineRow): LineDraft {
  return {
    ...emptyLine,
    ...draftRow(typedLine, line),
    key: `line-${line.id}`,
    id: line.id,
    supplier: line.supplier,
    is_cost_center_fixed: line.is_cost_center_fixed,
  };
}
