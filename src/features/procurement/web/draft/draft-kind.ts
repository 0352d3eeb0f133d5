import { type DraftKind, namedDraft } from '../../../../document/web/draft/draft-kind.ts';
import { lineFields, procurementFields } from '../../fields.ts';
import { type Draft, emptyDraft, isBlankLine, isSameDraft, newLine, saveInput } from './draft.ts';

/** The draft of a request as a draft kind. */
export const procurementDraft: DraftKind<Draft> = {
  fields: { head: procurementFields, lines: lineFields },
  units: {
    head: [
      ['delivery_date', 'is_delivery_date_proposed'],
      ['currency', 'exchange_rate', 'rate_date'],
    ],
    lines: [
      ['price_netto', 'price_brutto', 'price_mode', 'tax'],
      ['supplier', 'new_supplier'],
      ['cost_center', 'is_cost_center_fixed'],
    ],
  },
  isSame: isSameDraft,
  input: saveInput,
  lineKeys: ({ lines }) => lines.filter((line) => !isBlankLine(line)).map(({ key }) => key),
  named: namedDraft,
  restored: (kept) => (isDraft(kept) ? completed(kept) : null),
};

/** Adds fields that drafts of earlier versions lack. */
function completed({ head, lines, approvers }: Draft): Draft {
  return {
    head: { ...emptyDraft.head, ...head },
    lines: lines.map((line) => ({ ...newLine(line.key, head.client), ...line })),
    approvers: approvers ?? [],
  };
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'head' in value &&
    'lines' in value &&
    Array.isArray(value.lines)
  );
}
