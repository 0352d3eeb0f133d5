import { sum } from '../../base/money.ts';
import type { Refusal } from '../../base/refusal.ts';
import { type CoveredContent, nothingCovered } from '../../document/approval/covered.ts';
import { approvalProblem } from '../../document/approval/holds.ts';
import { coveredDoubts } from '../../document/outcome.ts';
import { totals } from '../../document/totals.ts';
import type { ProcurementSituation } from './facts.ts';
import type { Procurement } from './model.ts';

/**
 * What the approval of a purchase request covers (APPR-18); with its doubts where the facts are given, except that
 * orders together exceed their contract, about which the later order is asked (CON-40).
 */
export function coversRequest(
  { head, lines }: Pick<Procurement, 'head' | 'lines'>,
  facts?: Pick<ProcurementSituation['facts'], 'contractDoubts'>,
): CoveredContent {
  const doubts = facts?.contractDoubts?.filter(({ code }) => code !== 'order_exceeds_contract');
  const nets = totals(lines).lines;
  return {
    ...nothingCovered,
    client_id: head.client_id,
    department_id: head.department_id,
    lines: lines.map((line, place) => ({
      text: line.description,
      quantity: line.quantity,
      net: nets[place]?.total_netto ?? '0',
      cost_center_id: line.cost_center_id ?? head.cost_center_id,
      ledger_account_id: line.ledger_account_id ?? head.ledger_account_id,
      supplier_id: line.supplier_id,
    })),
    unreceived: sum(nets.flatMap((net, place) => (lines[place]?.kind === 'item' ? [] : net.total_netto))),
    delivery: {
      delivery_address_id: head.delivery_address_id,
      consignee_id: head.consignee_id,
      billing_address_text: head.billing_address_text,
    },
    links: { contract_id: head.contract_id },
    ...(doubts && { doubts: coveredDoubts(doubts) }),
  };
}

/** Refuses to order a request that its approval does not cover (APPR-18). */
export function requestProblem({
  document,
  facts,
}: Pick<ProcurementSituation, 'document' | 'facts'>): Refusal | null {
  return approvalProblem({ document, facts }, coversRequest(document, facts));
}
