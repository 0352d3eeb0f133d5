import { remembered } from '../../../../base/remembered.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import type { ExportTarget } from '../../../export-target/targets.ts';
import {
  type EarlierPosting,
  type PostedBy,
  type PostingProposal,
  type ProposedColumn,
  postingProposal,
  proposedColumns,
} from '../../accounting/posting-proposals.ts';
import { type InvoiceDraft, isBlankLine, type LineDraft } from '../draft.ts';

/** The form field of each proposed column. */
const draftNames = {
  ledger_account_id: 'ledger_account',
  posting_key_id: 'posting_key',
  tax_group_id: 'tax_group',
  tax_item_group_id: 'tax_item_group',
  profit_center_id: 'profit_center',
  cost_center_id: 'cost_center',
} as const satisfies Record<ProposedColumn, keyof LineDraft>;
type DraftName = (typeof draftNames)[ProposedColumn];
type Booked = Readonly<Partial<Record<DraftName, Reference | null>>>;

/** A proposal for lines with the same accounting, or for an invoice without lines. */
export interface DraftProposal extends PostingProposal {
  /** Keys of the lines; empty for the invoice itself. */
  readonly keys: readonly string[];
  /** Counted from 1. */
  readonly positions: readonly number[];
}

/** The accounting proposed for a draft; lines with the same values share one proposal. */
export function draftProposals(
  draft: InvoiceDraft,
  earlier: readonly EarlierPosting[],
  target: ExportTarget,
): readonly DraftProposal[] {
  const { head, lines } = draft;
  if (earlier.length === 0) return [];
  const columns = proposedColumns(target);
  if (lines.every(isBlankLine)) {
    const whole = {
      description: head.name,
      item_number: '',
      tax_category: 'S',
      tax_percentage: head.tax ?? '0',
    } as const;
    const ofHead = columns.filter((column) => draftNames[column] in head);
    const proposal = postingProposal(whole, { own: byOf(head), preset: {} }, earlier, ofHead);
    return proposal === null ? [] : [{ ...proposal, keys: [], positions: [] }];
  }
  const grouped = new Map<string, DraftProposal>();
  const presets = proposedEntries.map(([, name]) => (head as Booked)[name] ?? null);
  for (const [place, line] of lines.entries()) {
    const proposal = isBlankLine(line) ? null : proposalOf(line, earlier, target, ...presets);
    if (proposal === null) continue;
    const alike = JSON.stringify(proposal);
    const { keys = [], positions = [] } = grouped.get(alike) ?? {};
    grouped.set(alike, { ...proposal, keys: [...keys, line.key], positions: [...positions, place + 1] });
  }
  return [...grouped.values()];
}

/** `presets` are the values of the head, in the order of the columns. */
const proposalOf = remembered(
  (
    line: LineDraft,
    earlier: readonly EarlierPosting[],
    target: ExportTarget,
    ...presets: readonly (Reference | null)[]
  ): PostingProposal | null => {
    const posted = {
      ...line,
      tax_percentage: line.tax_percentage ?? '0',
      tax_category: line.tax_category ?? 'S',
    };
    const preset = Object.fromEntries(
      proposedEntries.map(([column], place) => [column, presets[place] ?? null]),
    );
    return postingProposal(posted, { own: byOf(line), preset }, earlier, proposedColumns(target));
  },
);

/** Applies proposals to the draft; keeps values chosen for a line. */
export function withProposals(draft: InvoiceDraft, proposals: readonly DraftProposal[]): InvoiceDraft {
  return proposals.reduce(
    ({ head, lines }, { keys, by }) =>
      keys.length === 0
        ? { head: filled(head, by), lines }
        : { head, lines: lines.map((line) => (keys.includes(line.key) ? filled(line, by) : line)) },
    draft,
  );
}

function byOf(row: Booked): PostedBy {
  return Object.fromEntries(proposedEntries.map(([column, name]) => [column, row[name] ?? null]));
}

function filled<Row extends Booked>(row: Row, by: PostedBy): Row {
  const free = proposedEntries.filter(([column, name]) => by[column] && !row[name]);
  return { ...row, ...Object.fromEntries(free.map(([column, name]) => [name, by[column]])) };
}

const proposedEntries = Object.entries(draftNames) as readonly (readonly [ProposedColumn, DraftName])[];
