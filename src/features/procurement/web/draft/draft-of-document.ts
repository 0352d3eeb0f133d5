import { amountOrNull } from '../../../../base/money.ts';
import { addressReference, billingTextOf, companyReference } from '../../../../document/web/draft/company.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { requiredFieldsOf } from '../../required-fields.ts';
import type { LineRow, ProcurementDocument } from '../document.ts';
import type { Draft, LineDraft } from './draft.ts';

/** A loaded document as a form shows it. */
export function draftOf(document: ProcurementDocument): Draft {
  return {
    head: {
      name: document.name ?? '',
      client: document.client && {
        ...companyReference(document.client, requiredFieldsOf),
        billingText: document.billing_address_text ?? billingTextOf(document.client),
      },
      department: document.department,
      cost_center: document.cost_center,
      ledger_account: document.ledger_account,
      delivery_address: document.delivery_address && addressReference(document.delivery_address),
      consignee: document.consignee,
      delivery_date: document.delivery_date,
      is_delivery_date_proposed: false,
      usage_type: document.usage_type,
      payment_timing: document.payment_timing,
      payment_in_advance: document.payment_in_advance,
      type: document.type,
      notes: document.notes ?? '',
      show_notes_in_pdf: document.show_notes_in_pdf,
      external_order_number: document.external_order_number ?? '',
      currency: document.currency,
      exchange_rate: amountOrNull(document.exchange_rate),
      rate_date: document.rate_date,
      no_product_selection: document.no_product_selection,
      contract: contractReference(document),
    },
    lines: document.procurement_lines.map(lineDraft),
    approvers: document.procurement_approvers
      .filter((row) => row.inserted_manually || row.inserted_by_group)
      .flatMap(({ lb_user: person }) => (person === null ? [] : [{ id: person.id, name: person.name }])),
  };
}

/** The contract by its id alone where the person does not see it, so that saving does not take it off. */
function contractReference({ contract_id: id, contract }: ProcurementDocument): Reference | null {
  if (id === null) return null;
  return { id, number: contract?.contract_number_formatted ?? null, name: contract?.name ?? '' };
}

function lineDraft(line: LineRow): LineDraft {
  return {
    key: `line-${line.id}`,
    id: line.id,
    kind: line.kind,
    description: line.description ?? '',
    item_number: line.item_number ?? '',
    quantity: amountOrNull(line.quantity),
    unit: line.unit ?? '',
    price_mode: line.price_mode,
    price_netto: amountOrNull(line.price_netto),
    price_brutto: amountOrNull(line.price_brutto),
    price_unit: line.price_unit === 1 ? null : amountOrNull(line.price_unit),
    tax: amountOrNull(line.tax),
    supplier: line.supplier,
    new_supplier: '',
    product_id: line.product_id,
    contract_line_id: null,
    save_to_catalogue: false,
    product_group: line.product_group,
    cost_center: line.cost_center,
    is_cost_center_fixed: line.is_cost_center_fixed,
    ledger_account: line.ledger_account,
    delivery_date: line.delivery_date,
    offer_number: line.offer_number ?? '',
    offer_date: line.offer_date,
    image_url: line.image_url ?? '',
    webshop_url: line.webshop_url ?? '',
  };
}
