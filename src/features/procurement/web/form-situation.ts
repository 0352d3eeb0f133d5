import type { Day } from '../../../base/day.ts';
import { amountOf } from '../../../base/money.ts';
import { remembered } from '../../../base/remembered.ts';
import { noApprovals } from '../../../document/approval/covered.ts';
import { totals } from '../../../document/totals.ts';
import { unknownFacts } from '../../../document/web/form-facts.ts';
import { timelineOf } from '../../../document/web/timeline-of.ts';
import { startTimeline } from '../../../timeline/operations.ts';
import type { Timeline } from '../../../timeline/timeline.ts';
import type { ProcurementSituation } from '../facts.ts';
import { procurementKind } from '../kind.ts';
import type { Procurement, ProcurementLine } from '../model.ts';
import type { ProcurementDocument } from './document.ts';
import { type Draft, saveInput } from './draft/draft.ts';

type SaveInput = ReturnType<typeof saveInput>;

export interface FormReader {
  readonly userId: number;
  readonly roles: readonly string[];
  /** In the tenant's time zone. */
  readonly today: Day;
  /** A setting of the tenant (PROC-30). */
  readonly isProductGroupRequired: boolean;
}

/**
 * The draft in the form as input for the rules, so that form and server use the same functions (VAL-45). Facts that
 * only the server has (limits, budgets, selectable records) are empty here; the server checks them.
 */
export function formSituation(
  document: ProcurementDocument | null,
  draft: Draft,
  reader: FormReader,
): ProcurementSituation {
  const now = `${reader.today}T00:00:00Z`;
  return {
    actor: { id: reader.userId, roles: reader.roles, groupIds: [], isImpersonated: false },
    document: procurementOf(document, draft, reader.userId, now),
    facts: {
      ...unknownFacts,
      productGroups: new Map(),
      now,
      today: reader.today,
      isProductGroupRequired: reader.isProductGroupRequired,
      requiredFields: draft.head.client?.requiredFields ?? [],
      findsAccounts: true,
    },
  };
}

function procurementOf(
  document: ProcurementDocument | null,
  draft: Draft,
  userId: number,
  now: string,
): Procurement {
  const input = saveInput(draft);
  const received = document === null ? new Map<number, number>() : receivedByLine(document);
  const lines = input.lines.map((line, place) => typedLine(line, place, received.get(line.id ?? 0) ?? 0));
  const { total_netto, total_tax, total_brutto } = totals(draft.lines);
  return {
    kind: procurementKind,
    head: {
      ...input.head,
      id: document?.id ?? null,
      status: document?.status ?? 'draft',
      number: null,
      draft_number: document?.draft_number_formatted ?? null,
      order_number_formatted: document?.order_number_formatted ?? null,
      creator_id: document?.creator?.id ?? userId,
      submitted_at: null,
      completely_invoiced: document?.completely_invoiced ?? false,
      total_netto,
      total_tax,
      total_brutto,
      approved_netto: null,
      approved_supplier_ids: null,
      legal_hold: document?.legal_hold ?? null,
    },
    lines,
    orders: [],
    receipts: [],
    approvals: noApprovals,
    attachments: [],
    timeline: document === null ? newTimeline(userId, now) : timelineOf(document.timeline),
  };
}

function newTimeline(userId: number, now: string): Timeline {
  return startTimeline({ type: 'start' }, { now, actorId: userId, isGroup: () => false });
}

const receivedByLine = remembered(
  ({ procurement_lines: lines }: ProcurementDocument): ReadonlyMap<number, number> =>
    new Map(lines.map(({ id, quantity_received }) => [id, quantity_received])),
);

/** A line that did not change stays the same object, so that its checks are remembered. */
const typedLine = remembered(
  (input: SaveInput['lines'][number], place: number, received: number): ProcurementLine => {
    const { new_supplier: _, save_to_catalogue: __, contract_line_id: ___, ...line } = input;
    return {
      ...line,
      id: line.id ?? null,
      sort_no: place,
      confirmed_delivery_date: null,
      quantity_received: amountOf(received),
      is_cost_center_fixed: false,
      marketplace_id: null,
      punchout_cart_id: null,
    };
  },
);
