import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount as AmountValue } from '../../../base/money.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import classes from './ApproverPanel.module.css';
import type { ApproverSource } from './approver-sources.ts';

export interface ApproverFactsProps {
  readonly sources: readonly ApproverSource[];
  readonly isRequired: boolean;
  readonly isManual: boolean;
  readonly isOfGroup: boolean;
  /** In the company's currency; null is no limit at all, or none that the person may see. */
  readonly limit: AmountValue | number | null;
  readonly currency: string;
  /** Else he covers nothing and does not count (APPR-10); null while nobody can tell. */
  readonly isEntitled: boolean | null;
}

/** Why somebody is an approver, and up to which amount (PROC-14): "Kostenstelle, Pflicht, bis 10.000 €". */
export function ApproverFacts(props: ApproverFactsProps): ReactNode {
  const { sources, isRequired, isManual, isOfGroup, limit, currency, isEntitled } = props;
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const hasLimit = limit !== null;
  const facts: readonly ReactNode[] = [
    ...sources.map((source) => t(`document.approver_source.${source}`)),
    isRequired ? t('document.required_approver') : null,
    isManual ? t('document.manual_approver') : null,
    isOfGroup ? t('document.group_approver') : null,
    seesPrices && isEntitled === false && !hasLimit ? t('document.not_entitled') : null,
    seesPrices && isEntitled === true && !hasLimit ? t('document.no_limit') : null,
    seesPrices && hasLimit ? (
      <>
        {t('document.up_to')} <Amount value={limit} currency={currency} decimals={0} />
      </>
    ) : null,
  ].filter((fact) => fact !== null);
  return (
    <span className={classes.quiet}>
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts have no other order.
        <Fragment key={index}>
          {index === 0 ? null : ', '}
          {fact}
        </Fragment>
      ))}
    </span>
  );
}
