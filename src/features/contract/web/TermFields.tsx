import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '../../../base/money.ts';
import { DocumentFieldInput } from '../../../document/web/head/DocumentFieldInput.tsx';
import { type EditedHead, useHeadField } from '../../../document/web/head/use-head-field.ts';
import { DayField } from '../../../platform/web/kit/DayField.tsx';
import { areDaysTyped, isEndTyped } from '../contract-dates.ts';
import { contractFields } from '../fields.ts';
import type { ContractFields } from '../model.ts';
import { type ProposalName, proposalNames } from '../proposals.ts';
import classes from './ContractFields.module.css';
import type { ContractDraft } from './draft.ts';
import { Proposed } from './reading/Proposed.tsx';

type Head = ContractDraft['head'];
type Count = 'duration' | 'min_duration' | 'renewal_duration' | 'notice_period' | 'later_notice_period';
type Unit =
  | 'duration_unit_type'
  | 'renewal_duration_unit_type'
  | 'notice_period_unit_type'
  | 'later_notice_period_unit_type';

export interface TermFieldsProps extends EditedHead<Head> {
  /** The computed days. */
  readonly following: Pick<ContractFields, 'reminder_date'>;
}

/** Inputs for term and termination; only fields that apply to the term type are shown (CON-15 to CON-20). */
export function TermFields({ following, ...edited }: TermFieldsProps): ReactNode {
  const { head } = edited;
  const field = useHeadField(edited);
  const isFixed = head.term_type === 'fixed';
  const isRenewed = isFixed && (head.renewal_type === 'auto' || head.renewal_type === 'once');
  const plain = (name: 'start_date' | 'renewal_type' | 'termination_to' | 'notice_workdays') => (
    <Proposed names={proposalNames.filter((one) => one === name)}>
      <DocumentFieldInput field={contractFields[name]} {...field(name)} />
    </Proposed>
  );
  return (
    <>
      <Proposed names={['term_type', ...hiddenProposals(head)]}>
        <DocumentFieldInput field={contractFields.term_type} {...field('term_type')} required />
      </Proposed>
      {plain('start_date')}
      {isFixed ? <PeriodField {...edited} count="duration" unit="duration_unit_type" /> : null}
      {isEndTyped(head) ? (
        <Proposed names={['end_date']}>
          <DocumentFieldInput field={contractFields.end_date} {...field('end_date')} />
        </Proposed>
      ) : null}
      {areDaysTyped(head) ? (
        <>
          <DocumentFieldInput
            field={contractFields.termination_deadline}
            {...field('termination_deadline')}
          />
          <DocumentFieldInput
            field={contractFields.next_possible_contract_end}
            {...field('next_possible_contract_end')}
          />
        </>
      ) : (
        <>
          <PeriodField {...edited} count="min_duration" unit="duration_unit_type" />
          {isFixed ? plain('renewal_type') : null}
          {isRenewed ? (
            <PeriodField {...edited} count="renewal_duration" unit="renewal_duration_unit_type" />
          ) : null}
          <PeriodField {...edited} count="notice_period" unit="notice_period_unit_type" />
          <NoNoticePeriod {...edited} />
          {isRenewed || head.term_type === 'indefinite' ? (
            <PeriodField {...edited} count="later_notice_period" unit="later_notice_period_unit_type" />
          ) : null}
          {plain('termination_to')}
          {head.termination_to === 'yearly_day' ? (
            <DocumentFieldInput field={contractFields.termination_day} {...field('termination_day')} />
          ) : null}
          {plain('notice_workdays')}
        </>
      )}
      <ReminderFields {...edited} following={following} />
      <div className={classes.notes}>
        <DocumentFieldInput
          field={contractFields.termination_special_right}
          {...field('termination_special_right')}
        />
      </div>
    </>
  );
}

/** Proposals whose field is hidden for this term type; they are shown beside the term type. */
function hiddenProposals(head: Head): readonly ProposalName[] {
  const isFixed = head.term_type === 'fixed';
  const areComputed = !areDaysTyped(head);
  return [
    ...(isFixed ? [] : (['duration'] as const)),
    ...(isEndTyped(head) ? [] : (['end_date'] as const)),
    ...(isFixed && areComputed ? [] : (['renewal_type'] as const)),
    ...(areComputed ? [] : (['min_duration', 'notice_period', 'termination_to', 'notice_workdays'] as const)),
  ];
}

/** A count and its unit side by side; the unit defaults to months. */
function PeriodField({
  count,
  unit,
  ...edited
}: EditedHead<Head> & { readonly count: Count; readonly unit: Unit }): ReactNode {
  const field = useHeadField(edited);
  const onCount = (value: Amount | null): void =>
    edited.onChange(
      (present) => ({
        ...present,
        [count]: value,
        [unit]: present[unit] ?? (value === null ? null : 'month'),
      }),
      [count, unit],
    );
  return (
    <Proposed names={proposalNames.filter((one) => one === count)}>
      <div className={classes.pair}>
        <DocumentFieldInput field={contractFields[count]} {...field(count)} onChange={onCount} />
        <div className={classes.beside}>
          <DocumentFieldInput field={contractFields[unit]} {...field(unit)} isLabelHidden />
        </div>
      </div>
    </Proposed>
  );
}

/** The choice that there is no notice period, offered as long as none is typed (CON-22). */
function NoNoticePeriod(edited: EditedHead<Head>): ReactNode {
  const { t } = useTranslation();
  const { value, disabled } = useHeadField(edited)('notice_period');
  if (value !== null && value !== none) return null;
  return (
    <Checkbox
      label={t('contract.no_notice_period')}
      checked={value === none}
      disabled={disabled}
      onChange={(event) => {
        const notice_period = event.currentTarget.checked ? none : null;
        edited.onChange(
          (present) => ({ ...present, notice_period, notice_period_unit_type: null }),
          ['notice_period', 'notice_period_unit_type'],
        );
      }}
    />
  );
}

const none: Amount = '0';

/** The reminder day is computed from the deadline unless typed; emptying it computes it again (CON-25). */
function ReminderFields({ following, ...edited }: TermFieldsProps): ReactNode {
  const { t } = useTranslation();
  const field = useHeadField(edited);
  const { head } = edited;
  return (
    <>
      <DocumentFieldInput field={contractFields.reminder_days_before} {...field('reminder_days_before')} />
      <DayField
        {...field('reminder_date')}
        {...(head.is_reminder_typed ? { hint: t('contract.reminder_typed') } : {})}
        value={following.reminder_date}
        onChange={(day) =>
          edited.onChange(
            (present) => ({ ...present, reminder_date: day, is_reminder_typed: day !== null }),
            ['reminder_date'],
          )
        }
      />
    </>
  );
}
