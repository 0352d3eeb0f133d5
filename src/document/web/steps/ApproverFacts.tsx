import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount as AmountValue } from '../../../base/money.ts';
import { defaultCurrency } from '../../../platform/constants.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import classes from './ApproverPanel.module.css';
import type { ApproverSource } from './approver-sources.ts';

export interface ApproverFactsProps {
  readonly sources: readonly ApproverSource[];
  readonly isRequired: boolean;
  readonly isManual: boolean;
  readonly isOfGroup: boolean;
  /** Whether the limit covers the value; null if not determined. */
  readonly covers?: boolean | null;
  /** In the company's currency, for administrators; null is unlimited. */
  readonly limit?: AmountValue | number | null;
  readonly currency?: string;
  /** Otherwise the person covers nothing and does not count (APPR-10); null while unknown. */
  readonly isEntitled: boolean | null;
}

/** Why a person is an approver, and up to which amount (PROC-14): "Kostenstelle, Pflicht, bis 10.000 €". */
export function ApproverFacts(props: ApproverFactsProps): ReactNode {
  const { sources, isRequired, isManual, isOfGroup, isEntitled } = props;
  const { covers = null, limit, currency = defaultCurrency } = props;
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const seesLimit = useHasRole('user-admin') && limit !== undefined;
  const facts: readonly ReactNode[] = [
    ...sources.map((source) => t(`document.approver_source.${source}`)),
    isRequired ? t('document.required_approver') : null,
    isManual ? t('document.manual_approver') : null,
    isOfGroup ? t('document.group_approver') : null,
    seesPrices && isEntitled === false ? t('document.not_entitled') : null,
    isEntitled === true && covers !== null ? t(covers ? 'document.covers' : 'document.covers_not') : null,
    seesLimit && isEntitled === true && limit === null ? t('document.no_limit') : null,
    seesLimit && limit !== null ? (
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
