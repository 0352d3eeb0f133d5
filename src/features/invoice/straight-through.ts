import { isRefusal } from '../../base/refusal.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import type { Reading, ReadValue } from '../recognition/reading.ts';
import { goesUnapproved } from './approval.ts';
import { formalCheck } from './formal-check.ts';
import { comparedLines } from './matching/compare-lines.ts';
import type { InvoiceOutcome } from './recognising.ts';
import { type InvoiceSituation, leaveCheck } from './steps.ts';

/** The proof of a formally correct invoice: the verdict on the e-invoice, or a complete formal check. */
type Vouched = 'verdict' | 'formal_check';

/**
 * Passes the check automatically, with a system entry that states why (INV-24): the verdict is valid or the formal
 * check complete, supplier and bank data are known, all values are sure, each line is as ordered and received, and
 * leaving the check raises no question. Null if a person must check the invoice.
 */
export function untouched(situation: InvoiceSituation, reading: Reading): InvoiceOutcome | null {
  const { document, facts } = situation;
  const vouched = vouchedBy(situation, reading);
  const isKnown = facts.settings.isTouchless && document.head.supplier_id !== null;
  if (!isKnown || vouched === null || !isSure(reading) || !isMatched(situation)) return null;
  const target = goesUnapproved(situation) ? 'invoice-accounting' : 'invoice-financial-approval';
  const action = target === 'invoice-accounting' ? 'to_accounting' : 'to_approval';
  const left = leaveCheck(
    target,
    action,
    situation,
    {},
    {
      status: 'skip',
      remarks: [systemRemark({ code: `invoice_untouched.${vouched}` })],
    },
  );
  return isRefusal(left) ? null : { ...left, head: { ...left.head, is_untouched: true } };
}

function vouchedBy({ document, facts }: InvoiceSituation, reading: Reading): Vouched | null {
  if (reading.eInvoice?.verdict === 'valid') return 'verdict';
  return formalCheck(document, facts.formal).every(({ state }) => state === 'ok') ? 'formal_check' : null;
}

/** Whether nothing contradicts and other evidence confirms all read values. */
function isSure({ documentKind, fields, lines, taxRows, warnings, differences = [] }: Reading): boolean {
  const isPlain = documentKind === 'invoice' && warnings.length === 0 && differences.length === 0;
  return isPlain && [fields, ...lines, ...taxRows].every(areSure);
}

function areSure(values: object): boolean {
  return Object.values(values).every(
    (value: ReadValue | boolean | null) => value === null || typeof value === 'boolean' || value.sure,
  );
}

/** Whether every item matches an order line without a question; lower charges raise none. */
function isMatched({ document: { head, lines }, facts }: InvoiceSituation): boolean {
  const { currency, payment_in_advance: isInAdvance } = head;
  const compared = comparedLines({ currency, lines, isInAdvance }, facts.orderLines, facts.tolerances);
  return (
    compared.length > 0 &&
    compared.every(
      ({ orderLine, differences }) =>
        orderLine !== null && differences.every(({ code }) => code === 'price_below'),
    )
  );
}
