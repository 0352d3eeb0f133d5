import type { CodeFault } from './code-fault.ts';

/**
 * Faults that let one person count as two, or as the directory, or undo what others decided (APPR-17, APPR-18,
 * AUTH-33, INV-21, INV-32, INV-33).
 */
export const personFaults: readonly CodeFault[] = [
  {
    name: 'any token reaches the people of the directory',
    file: 'src/platform/server/http/request-context.ts',
    find: "requireMeans(bearer, 'provisioning');",
    replace: '',
  },
  {
    name: 'who proposed an account at the supplier confirms it on an invoice',
    file: 'src/features/invoice/bank-steps.ts',
    find: 'return [...here, ...bank.proposers];',
    replace: 'return here;',
  },
  {
    name: 'the database lets the proposer of an account confirm it',
    file: 'db/functions/security/note_bank_change.sql',
    find: 'not in_is_alone and app.actor_id() = any',
    replace: 'false and app.actor_id() = any',
  },
  {
    name: 'one person confirms an account and takes the invoice out of its check',
    file: 'src/features/invoice/bank-steps.ts',
    find: 'return confirmerProblem(situation) ?? [];',
    replace: 'return [];',
  },
  {
    name: 'the date of an approved invoice moves to another budget without a word',
    file: 'src/features/invoice/server/budget-facts.ts',
    find: 'isMovedFromBudget: row.is_moved,',
    replace: 'isMovedFromBudget: false,',
  },
  {
    name: 'a result that holds an invoice back is replaced after the approval',
    file: 'src/document/approval/covered.ts',
    find: 'before !== null && before !== now.marks?.[field]',
    replace: 'before === undefined',
  },
  {
    name: 'the value of an approved order moves to another of its suppliers',
    file: 'src/document/approval/covered.ts',
    find: 'return allowance !== null && hasGrown(former, share, allowance);',
    replace: 'return false;',
  },
  {
    name: 'an order leaves by an approval that was taken back',
    file: 'src/features/procurement/selection.ts',
    find: ' && !isDeclined(timeline, kind.entries.approval)',
    replace: '',
  },
  {
    name: 'a person who raises a request is its only approver',
    file: 'src/document/flow.ts',
    find: 'separateCheckProblem(situation, hands(situation)) ??',
    replace: '',
  },
  {
    name: 'approved goods are sent to another address',
    file: 'src/document/approval/covered.ts',
    find: "bringsAgain: one.field === 'delivery_address_id',",
    replace: 'bringsAgain: false,',
  },
  {
    name: 'an order is reopened beyond its budget without a word',
    file: 'src/features/procurement/invoicing.ts',
    find: 'isReopened ? budgetDoubts(situation, true) : []',
    replace: '[]',
  },
  {
    name: 'a department gets another company for its approvers without a second administrator',
    file: 'db/functions/security/department_governs.sql',
    find: 'select exists (select from public.department_approver a where a.department_id = in_id)',
    replace: 'select false',
  },
  {
    name: 'a supplier gets another company for its approvers without a second administrator',
    file: 'db/functions/master-data/governs_names.sql',
    find: 'or exists (select from public.supplier_approver a',
    replace: 'or false and exists (select from public.supplier_approver a',
  },
];
