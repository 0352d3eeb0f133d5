import type { Day } from '../../../base/day.ts';
import { isSameField } from '../../../document/field-values.ts';
import { fieldNames } from '../../../document/fields.ts';
import { firstEnd, followingColumns } from '../contract-dates.ts';
import { termFields } from '../fields.ts';
import { isInForce } from '../in-force.ts';
import type {
  Contract,
  ContractCompany,
  ContractFields,
  ContractHead,
  ContractLineFields,
} from '../model.ts';
import { passedDays } from '../passed.ts';
import { totalsOf } from '../rules.ts';
import type { FormerTerms } from './store.ts';

/** The new head and lines. */
interface Content {
  readonly head: ContractFields;
  readonly lines: readonly ContractLineFields[];
}

/**
 * The values computed from head and lines of a contract on every save (CON-02, CON-13, CON-25). Missed deadlines and
 * renewals stay until the daily job records them (CON-33), unless the terms change.
 */
export function following(
  contract: Pick<Contract, 'head' | 'timeline'>,
  { head, lines }: Content,
  { today, ofCompany }: Occasion,
  isReminderTyped: boolean,
) {
  const former = contract.head;
  const first_end = firstEnd(former, head);
  const computed = followingColumns(
    { ...head, first_end, terminated_on: former.terminated_on, agreed_end: former.agreed_end },
    {
      today,
      federalState: ofCompany?.federal_state ?? null,
      leadDays: ofCompany?.internal_lead_days ?? 0,
      isReminderTyped,
    },
  );
  const formerTerms = changedTerms(former, head, today);
  const columns =
    formerTerms === null && hasUnrecordedDays(contract, lines, { today, ofCompany })
      ? withDaysOf(former, computed)
      : computed;
  const { reminder_date: reminder } = columns;
  const isOverdue = reminder !== null && reminder !== former.reminder_date && reminder <= today;
  return {
    head: {
      ...columns,
      first_end,
      is_reminder_typed: isReminderTyped,
      total_netto: totalsOf(lines).total_netto,
    },
    parts: {
      ofCompany,
      ...(formerTerms === null ? {} : { formerTerms }),
      ...(isOverdue ? { remindsAtOnce: true as const } : {}),
    },
  };
}

interface Occasion {
  readonly today: Day;
  readonly ofCompany: ContractCompany | null;
}

function hasUnrecordedDays(
  contract: Pick<Contract, 'head' | 'timeline'>,
  lines: readonly ContractLineFields[],
  { today, ofCompany }: Occasion,
): boolean {
  if (!isInForce(contract)) return false;
  return passedDays({ head: contract.head, lines }, today, ofCompany).length > 0;
}

type Columns = ReturnType<typeof followingColumns>;

function withDaysOf(former: ContractHead, computed: Columns): Columns {
  const { end_date, termination_deadline, next_possible_contract_end, renewals_done } = former;
  return { ...computed, end_date, termination_deadline, next_possible_contract_end, renewals_done };
}

/** The former terms for the history; null if they are unchanged or there were none (CON-02). */
function changedTerms(former: ContractFields, next: ContractFields, today: Day): FormerTerms | null {
  const names = fieldNames(termFields).filter((name) => name !== 'end_date' || next.duration === null);
  const isChanged = names.some((name) => !isSameField(termFields, name, former[name], next[name]));
  const wereThere = former.start_date !== null || former.notice_period !== null;
  return isChanged && wereThere ? { today, terms: former } : null;
}
