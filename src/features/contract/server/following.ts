import type { Day } from '../../../base/day.ts';
import { isSameField } from '../../../document/field-values.ts';
import { fieldNames } from '../../../document/fields.ts';
import { firstEnd, followingColumns } from '../contract-dates.ts';
import { termFields } from '../fields.ts';
import type { ContractCompany, ContractFields, ContractHead, ContractLineFields } from '../model.ts';
import { totalsOf } from '../rules.ts';
import type { FormerTerms } from './store.ts';

/** The new head and lines. */
interface Content {
  readonly head: ContractFields;
  readonly lines: readonly ContractLineFields[];
}

/** The values computed from head and lines of a contract on every save (CON-02, CON-13, CON-25). */
export function following(
  former: ContractHead,
  { head, lines }: Content,
  { today, ofCompany }: { readonly today: Day; readonly ofCompany: ContractCompany | null },
  isReminderTyped: boolean,
) {
  const first_end = firstEnd(former, head);
  const columns = followingColumns(
    { ...head, first_end, terminated_on: former.terminated_on, agreed_end: former.agreed_end },
    {
      today,
      federalState: ofCompany?.federal_state ?? null,
      leadDays: ofCompany?.internal_lead_days ?? 0,
      isReminderTyped,
    },
  );
  const { reminder_date: reminder } = columns;
  const isOverdue = reminder !== null && reminder !== former.reminder_date && reminder <= today;
  const formerTerms = changedTerms(former, head, today);
  return {
    head: {
      ...columns,
      first_end,
      is_reminder_typed: isReminderTyped,
      total_netto: totalsOf(lines).total_netto,
    },
    parts: {
      ...(formerTerms === null ? {} : { formerTerms }),
      ...(isOverdue ? { remindsAtOnce: true as const } : {}),
    },
  };
}

/** The former terms for the history; null if they are unchanged or there were none (CON-02). */
function changedTerms(former: ContractFields, next: ContractFields, today: Day): FormerTerms | null {
  const names = fieldNames(termFields).filter((name) => name !== 'end_date' || next.duration === null);
  const isChanged = names.some((name) => !isSameField(termFields, name, former[name], next[name]));
  const wereThere = former.start_date !== null || former.notice_period !== null;
  return isChanged && wereThere ? { today, terms: former } : null;
}
