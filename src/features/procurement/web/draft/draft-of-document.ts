import { addressReference, billingTextOf, companyReference } from '../../../../document/web/draft/company.ts';
import { draftRow } from '../../../../document/web/draft/draft-fields.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { requiredFieldsOf } from '../../required-fields.ts';
import type { LineRow, ProcurementDocument } from '../document.ts';
import { type Draft, emptyLine, type LineDraft, typedHead, typedLine } from './draft.ts';

/** The draft of a loaded document. */
export function draftOf(document: ProcurementDocument): Draft {
  return {
    head: {
      ...draftRow(typedHead, document),
      client: document.client && {
        ...companyReference(document.client, requiredFieldsOf),
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

/** Keeps the id of an invisible contract, so that saving does not unlink it. */
function contractReference({ contract_id: id, contract }: ProcurementDocument): Reference | null {
  if (id === null) return null;
  return { id, number: contract?.contract_number_formatted ?? null, name: contract?.name ?? '' };
}

function lineDraft(line: LineRow): LineDraft {
  return {
    ...emptyLine,
    ...draftRow(typedLine, line),
    key: `line-${line.id}`,
    id: line.id,
    supplier: line.supplier,
    is_cost_center_fixed: line.is_cost_center_fixed,
    punchout_cart_id: line.punchout_cart_id,
  };
}
