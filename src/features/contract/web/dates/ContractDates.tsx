import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, daysBetween } from '../../../../base/day.ts';
import { isZero } from '../../../../base/money.ts';
import { periodEnd } from '../../../../base/periods.ts';
import { rowInput } from '../../../../document/web/draft/draft-fields.ts';
import { useCommittedUntil } from '../../../../document/web/head/CommittedText.tsx';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { commitmentOf } from '../../commitment.ts';
import { termOf } from '../../contract-dates.ts';
import { contractFields } from '../../fields.ts';
import { noticeDay, type Sending, safeDays, safeText } from '../../safe-days.ts';
import { type Stake, stakeOf } from '../../stake.ts';
import type { TermDates } from '../../term/dates.ts';
import { endsAnyDay } from '../../term/reminders.ts';
import { lastWorkingDayUntil } from '../../term/working-days.ts';
import { noStoredDays, typedDates } from '../following.ts';
import { useTermTexts } from '../term-texts.ts';
import type { ContractForm } from '../use-contract-form.ts';
import type { BarDays } from './bar-scale.ts';
import classes from './ContractDates.module.css';
import { useSafeTexts } from './safe-texts.ts';
import { nearDays, TermBar } from './TermBar.tsx';

/** Deadline, next possible end, and end without notice, updated while typing (CON-01). */
export function ContractDates({ form }: { readonly form: ContractForm }): ReactNode {
  const { t } = useTranslation();
  const { today } = form.situation.facts;
  const { head } = form.editor.draft;
  const dates = typedDates(head, form.document ?? noStoredDays, today);
  const isUnknown = [dates.end_date, dates.next_possible_contract_end, dates.termination_deadline].every(
    (day) => day === null,
  );
  const commitment = useCommitment(form);
  if (isUnknown && dates.missing.length === 0 && commitment === null) return null;
  return (
    <section
      className={classes.section}
      data-editing={form.isEditing || undefined}
      aria-label={t('contract.dates.title')}
    >
      {isUnknown && commitment === null ? null : (
        <dl className={classes.dates}>
          {isUnknown ? null : <Shown form={form} dates={dates} />}
          {commitment}
        </dl>
      )}
      {isUnknown ? null : <TermBar days={barDays(form, dates)} />}
      {dates.missing.length === 0 ? null : (
        <p className={classes.missing} role="status">
          {t('contract.dates.missing', {
            fields: dates.missing.map((name) => t(`field.${name}`)).join(', '),
          })}
        </p>
      )}
    </section>
  );
}

/** The commitment of the typed contract (CON-39); null without a value, or for people who cannot see prices. */
function useCommitment(form: ContractForm): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const until = useCommittedUntil(format);
  const seesPrices = useHasRole('user-price');
  const { document, facts } = form.situation;
  const commitment = commitmentOf(document, facts.today, facts.ofCompany?.federal_state ?? null);
  if (!seesPrices || isZero(commitment.total_netto)) return null;
  return (
    <div>
      <dt className={classes.label}>{t('overview.commitment.label')}</dt>
      <dd>
        <span className={classes.day}>
          <Amount value={commitment.total_netto} currency={document.head.currency} decimals={2} />
        </span>
        <span className={classes.note}>{until(commitment)}</span>
      </dd>
    </div>
  );
}

interface ShownProps {
  readonly form: ContractForm;
  readonly dates: TermDates;
}

/** The dates before or after notice was given. */
function Shown({ form, dates }: ShownProps): ReactNode {
  const { terminated_on } = form.situation.document.head;
  return terminated_on === null ? (
    <Running form={form} dates={dates} />
  ) : (
    <Terminated form={form} dates={dates} />
  );
}

function Running({ form, dates }: ShownProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const texts = useTermTexts();
  const { head } = form.editor.draft;
  const { termination_deadline: deadline, next_possible_contract_end: next, end_date, extended_to } = dates;
  const isEndless = head.term_type === 'indefinite';
  const beginning = useBeginning(form, head.start_date);
  return (
    <>
      <Deadline form={form} deadline={deadline} notice={texts.notice(head)} />
      <DateFact
        label={t('contract.dates.next')}
        day={next}
        note={
          deadline !== null && next !== null
            ? t('contract.dates.if_noticed', { day: format.day(deadline) })
            : null
        }
      />
      <DateFact
        label={t('contract.dates.end')}
        day={end_date}
        unset={isEndless ? t('contract.dates.endless') : '–'}
        note={beginning}
      />
      {extended_to === null ? null : (
        <DateFact label={t('contract.dates.extended')} day={extended_to} note={texts.renewal(head)} />
      )}
    </>
  );
}

function Terminated({ form, dates }: ShownProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { terminated_on, notice_sent_on, start_date } = form.situation.document.head;
  const beginning = useBeginning(form, start_date);
  return (
    <>
      <DateFact
        label={t('contract.dates.terminated')}
        day={terminated_on}
        note={notice_sent_on && t('contract.dates.sent', { day: format.day(notice_sent_on) })}
      />
      <DateFact label={t('contract.dates.end')} day={dates.end_date} note={beginning} />
    </>
  );
}

/** The start as text: past or future. */
function useBeginning(form: ContractForm, start: Day | null): string | null {
  const { t } = useTranslation();
  const format = useFormat();
  if (start === null) return null;
  const hasBegun = start <= form.situation.facts.today;
  return t(hasBegun ? 'contract.dates.since' : 'contract.dates.from', { day: format.day(start) });
}

interface DeadlineProps {
  readonly form: ContractForm;
  readonly deadline: Day | null;
  readonly notice: string | null;
}

/**
 * The deadline with the last days on which notice can be sent and the amount at stake (CON-32), and with the last
 * working day before it if the deadline is not a working day (CON-28).
 */
function Deadline({ form, deadline, notice }: DeadlineProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const texts = useSafeTexts();
  const label = t('contract.dates.deadline');
  if (deadline === null) return <DateFact label={label} day={null} note={t('contract.dates.by_itself')} />;
  const { today } = form.situation.facts;
  const { client } = form.editor.draft.head;
  const isAnyDay = endsAnyDay({ ...form.editor.draft.head, termination_deadline: deadline }, today);
  const isOpen = today <= deadline && !isAnyDay;
  const left = isAnyDay
    ? ({ key: 'left', days: daysBetween(today, deadline) } as const)
    : leftUntil(deadline, client, today);
  const stake = form.situation.document.head.amends_id === null ? stakeIn(form) : null;
  const working = lastWorkingDayUntil(deadline, client?.federal_state ?? null);
  const lastWorking =
    working === null || working === deadline
      ? null
      : t('contract.dates.working_day', { day: format.day(working) });
  return (
    <DateFact
      label={label}
      day={deadline}
      note={[notice, lastWorking].filter(Boolean).join(' · ')}
      safe={isOpen ? texts.until(deadline, client, today) : null}
      stake={stake && texts.stake(stake, client?.currency ?? form.situation.document.head.currency)}
    >
      <span className={classes.left} data-near={left.days <= nearDays || undefined}>
        {t(`contract.dates.${left.key}`, { count: Math.abs(left.days) })}
      </span>
    </DateFact>
  );
}

/** The days left to send a notice by letter; where it is too late for that, by a form that arrives at once (CON-32). */
function leftUntil(
  deadline: Day,
  sending: Sending | null,
  today: Day,
): { readonly key: 'left' | 'left_by_email' | 'ago'; readonly days: number } {
  const days = daysBetween(today, noticeDay(deadline, sending, today));
  if (days < 0) return { key: 'ago', days };
  const { key } = safeText(safeDays(deadline, sending), today);
  return { key: key === 'both' ? 'left' : 'left_by_email', days };
}

function stakeIn({ situation: { document, facts } }: ContractForm): Stake | null {
  return stakeOf(document, { today: facts.today, company: facts.ofCompany });
}

interface DateFactProps {
  readonly label: string;
  readonly day: Day | null;
  readonly unset?: string;
  readonly note: string | null;
  /** The last days on which notice can be sent. */
  readonly safe?: string | null;
  /** The cost of notice a day later. */
  readonly stake?: string | null;
  /** Shown beside the day. */
  readonly children?: ReactNode;
}

function DateFact({ label, day, unset = '–', note, safe, stake, children }: DateFactProps): ReactNode {
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd>
        <span className={classes.day}>
          {day === null ? unset : <DayText day={day} />}
          {children}
        </span>
        {safe ? <span className={classes.safe}>{safe}</span> : null}
        {note ? <span className={classes.note}>{note}</span> : null}
        {stake ? <span className={classes.stake}>{stake}</span> : null}
      </dd>
    </div>
  );
}

function barDays(form: ContractForm, dates: TermDates): BarDays {
  const { head } = form.situation.document;
  const { min_duration, duration_unit_type, term_type, start_date } = termOf(
    rowInput(contractFields, form.editor.draft.head),
  );
  const isBound = start_date !== null && min_duration !== null && duration_unit_type !== null;
  const isTerminated = head.terminated_on !== null;
  return {
    today: form.situation.facts.today,
    start: start_date,
    minimum: isBound && term_type !== 'none' ? periodEnd(start_date, min_duration, duration_unit_type) : null,
    reminder: head.reminder_date,
    deadline: isTerminated ? null : dates.termination_deadline,
    next: isTerminated ? dates.end_date : dates.next_possible_contract_end,
    end: dates.end_date,
    extended: dates.extended_to,
  };
}
