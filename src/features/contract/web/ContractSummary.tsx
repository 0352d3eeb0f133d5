import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import { amountOf } from '../../../base/money.ts';
import { CommittedText } from '../../../document/web/head/CommittedText.tsx';
import type { PreviewDocument } from '../../../document/web/listed-kind.ts';
import { PreviewFact, PreviewFacts } from '../../../document/web/PreviewFacts.tsx';
import { defaultCurrency } from '../../../platform/constants.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../platform/web/kit/DayText.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { Sending } from '../safe-days.ts';
import type { TerminationTarget, TermType } from '../term/model.ts';
import { endsAnyDay } from '../term/reminders.ts';
import { useSafeTexts } from './dates/safe-texts.ts';

interface PreviewedContract extends PreviewDocument {
  /** In the currency of the company; null if usage-based or without `user-price` (CON-37, ROLE-07). */
  readonly yearly_netto: number | null;
  readonly commitment: { readonly net: number; readonly currency: string; readonly until: Day | null } | null;
  readonly category: string | null;
  readonly termination_deadline: Day | null;
  readonly next_possible_contract_end: Day | null;
  readonly end_date: Day | null;
  readonly terminated_on: Day | null;
  readonly term_type: TermType | null;
  readonly termination_to: TerminationTarget | null;
  readonly sending: Sending | null;
  readonly supplier: { readonly name: string } | null;
  readonly cost_center: { readonly number: string; readonly name: string } | null;
  readonly responsible: { readonly name: string } | null;
}

/** The preview of a contract beside the list, with partner, costs and dates (OVW-06). */
export function Summary({ document }: { readonly document: PreviewedContract }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const texts = useSafeTexts();
  const { cost_center: center, category, client, commitment, termination_deadline: deadline } = document;
  const today = format.today();
  const isOpen =
    deadline !== null && deadline >= today && document.terminated_on === null && !endsAnyDay(document, today);
  const currency = client?.currency ?? defaultCurrency;
  return (
    <PreviewFacts name={document.name ?? document.supplier?.name ?? null}>
      <PreviewFact label={t('overview.field.partner')}>{document.supplier?.name}</PreviewFact>
      <PreviewFact label={t('overview.export.column.yearly')}>
        <Amount value={document.yearly_netto} currency={currency} decimals={2} />
      </PreviewFact>
      <PreviewFact label={t('overview.commitment.label')}>
        <CommittedText
          commitment={commitment && { ...commitment, net: amountOf(commitment.net) }}
          currency={commitment?.currency ?? currency}
          format={format}
        />
      </PreviewFact>
      <PreviewFact label={t('field.termination_deadline')}>
        <DayText day={deadline} />
      </PreviewFact>
      <PreviewFact label={t('overview.safe.label')}>
        {isOpen ? texts.until(deadline, document.sending, today) : null}
      </PreviewFact>
      <PreviewFact label={t('field.next_possible_contract_end')}>
        <DayText day={document.next_possible_contract_end} />
      </PreviewFact>
      <PreviewFact label={t('field.end_date')}>
        <DayText day={document.end_date} />
      </PreviewFact>
      <PreviewFact label={t('field.category')}>
        {category && t(`overview.contract_category.${category}`)}
      </PreviewFact>
      <PreviewFact label={t('overview.field.cost_center')}>
        {center && `${center.number} ${center.name}`}
      </PreviewFact>
      <PreviewFact label={t('field.responsible_id')}>{document.responsible?.name}</PreviewFact>
    </PreviewFacts>
  );
}
