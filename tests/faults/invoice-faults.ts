import type { CodeFault } from './code-fault.ts';

/** Holes in what an invoice is approved by, gives back and leaves with (INV-22, INV-29 to INV-32). */
export const invoiceFaults: readonly CodeFault[] = [
  {
    name: 'an order stands for lines that it does not have',
    file: 'src/features/invoice/matching/order-stands.ts',
    find: 'items.length === 0 || !items.every(isOrdered)',
    replace: 'false',
  },
  {
    name: 'an order stands for an approval after it was cancelled',
    file: 'src/features/invoice/approval.ts',
    find: "if (isByOrder && !orderStands({ document, facts })) return refuse('order_stands_no_more');",
    replace: '',
  },
  {
    name: 'a credit note gives back more than what it corrects',
    file: 'src/features/invoice/steps.ts',
    find: '    ...creditProblems(document, facts.corrected),\n',
    replace: '',
  },
  {
    name: 'a credit note gives back to any cost center',
    file: 'src/features/invoice/credit-notes.ts',
    find: 'isTooMuch || beyond === null',
    replace: 'isTooMuch || beyond !== undefined',
  },
  {
    name: 'a correction leaves without its reversal',
    file: 'src/features/invoice/re-export.ts',
    find: 'const isCorrected = situation.document.head.stands_in_books;',
    replace: 'const isCorrected = false;',
  },
  {
    name: 'a correction is booked beside what it corrects',
    file: 'src/features/accounting-export/leaving.ts',
    find: "if (isWaiting && head.stands_in_books) return refuse('reversal_first');",
    replace: '',
  },
  {
    name: 'an exported invoice changes its company or supplier',
    file: 'src/features/invoice/rules.ts',
    find: 'if (!before.was_exported) return null;',
    replace: 'if (before) return null;',
  },
  {
    name: 'another supplier is written into an exported invoice past the save',
    file: 'db/migrations/0233_suppliers_are_merged.sql',
    find: 'if app.was_exported(old.tenant_id, old.id) and',
    replace: 'if false and',
  },
  {
    name: 'a prepayment is discarded after it was taken off',
    file: 'db/migrations/0206_what_was_taken_off_stays.sql',
    find: 'if final is not null then',
    replace: 'if false then',
  },
  {
    name: 'a credit note corrects a prepayment that was taken off',
    file: 'src/features/invoice/credit-notes.ts',
    find: 'if (taken_off_by !== null)',
    replace: 'if (taken_off_by === undefined)',
  },
  {
    name: 'a final invoice is booked in full',
    file: 'src/features/accounting-export/final-rest.ts',
    find: 'if (prepaid.length === 0) return invoice;',
    replace: 'if (prepaid.length >= 0) return invoice;',
  },
  {
    name: 'who changes money is the only approver',
    file: 'src/features/invoice/separate-check.ts',
    find: "return isThere ? refuse('separate_check_required') : null;",
    replace: 'return isThere ? null : null;',
  },
  {
    name: 'who changes the account of a line has no hand in the money',
    file: 'db/migrations/0209_accounts_are_hands_on_money.sql',
    find: 'app.actor_id() > 0 and not',
    replace: 'false and not',
  },
  {
    name: 'a prepayment after its final invoice is booked without a question',
    file: 'src/features/invoice/accounting/problems.ts',
    find: 'return number === null ? [] :',
    replace: 'return number !== null || number === null ? [] :',
  },
  {
    name: 'an invoice in no budget leaves without a question where nobody approves',
    file: 'src/features/invoice/steps.ts',
    find: '...(goesUnapproved(situation) ? costCenterDoubts(situation) : []),',
    replace: '',
  },
  {
    name: 'who says that an invoice is paid has no hand in the money',
    file: 'db/migrations/0266_hands_on_money_are_those_of_the_fields.sql',
    find: 'old.payment_method, old.paid,',
    replace: 'old.payment_method, new.paid,',
  },
  {
    name: 'a credit note gives back to a cost center where its order has taken nothing',
    file: 'db/migrations/0268_credit_notes_give_back_where_it_counts.sql',
    find: 'and (in_by_order or',
    replace: 'and (false and in_by_order or',
  },
  {
    name: 'a credit note takes its rebate off a budget of another account',
    file: 'db/migrations/0268_credit_notes_give_back_where_it_counts.sql',
    find: 'g on l.is_correction and l.net <> 0',
    replace: 'g on false',
  },
  {
    name: 'a corrected invoice is deleted without its credit note',
    file: 'db/migrations/0267_invoices_stay_with_what_hangs_on_them.sql',
    find: 'where tenant_id = in_tenant and corrects_invoice_id = in_id',
    replace: 'where false and tenant_id = in_tenant and corrects_invoice_id = in_id',
  },
  {
    name: 'limits compare the difference of lines',
    file: 'src/document/facts.ts',
    find: 'const side = largerSide(document);',
    replace: 'const side = largerSide({ ...document, lines: [] });',
  },
  {
    name: 'an approver changes the value of an invoice, and nothing says so',
    file: 'src/features/invoice/server/commands.ts',
    find: 'changed.some(({ field }) => isOfMoney(field))',
    replace: 'false',
  },
];
