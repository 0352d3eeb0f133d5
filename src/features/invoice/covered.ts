import type { CoveredContent, CoveredLine } from '../../document/approval/covered.ts';
import { isTransferred } from './bank-data.ts';
import type { Invoice } from './model.ts';
import { amountDue } from './rules.ts';
import { type DoubtedFacts, sealedDoubts } from './sealed-doubts.ts';

/** The types with amounts that one document takes off another (INV-22). */
const offsetTypes = ['prepayment', 'final'] as const;

type Content = Pick<Invoice, 'head' | 'lines'>;

/**
 * The content that the approval of an invoice covers (APPR-18, INV-25, INV-29, INV-31); with its doubts where the
 * facts are given.
 */
export function coversInvoice({ head, lines }: Content, facts?: DoubtedFacts): CoveredContent {
  const { client_id, department_id, procurement_id, contract_id, corrects_invoice_id } = head;
  return {
    client_id,
    department_id,
    bank: isTransferred(head) && head.iban !== null ? [head.iban, head.bic ?? ''].join(' ').trim() : null,
    amount_due: amountDue(head),
    lines: lines.length === 0 ? [wholeOf(head)] : lines.map((line) => coveredLine(head, line)),
    links: { procurement_id, contract_id, corrects_invoice_id },
    marks: {
      document_type: offsetTypes.some((one) => one === head.document_type) ? head.document_type : null,
      review_status: head.review_status,
    },
    day: head.invoice_date,
    terms: {},
    ...(facts && { doubts: sealedDoubts({ head, lines }, facts) }),
  };
}

/** An invoice without lines is one booking. */
function wholeOf({
  total_netto: net,
  cost_center_id,
  ledger_account_id,
  supplier_id,
}: Invoice['head']): CoveredLine {
  return { text: null, quantity: null, net, cost_center_id, ledger_account_id, supplier_id };
}

function coveredLine(head: Invoice['head'], line: Invoice['lines'][number]): CoveredLine {
  return {
    text: line.description,
    quantity: line.quantity,
    net: line.total_netto ?? '0',
    cost_center_id: line.cost_center_id ?? head.cost_center_id,
    ledger_account_id: line.ledger_account_id ?? head.ledger_account_id,
    supplier_id: head.supplier_id,
    order_line_id: line.procurement_line_id,
  };
}
