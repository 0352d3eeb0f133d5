import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Meaning, MeaningBadge } from '../../../../platform/web/kit/MeaningBadge.tsx';
import type { DebitState, ListedDebit, MadeDebit, ShownDebit } from '../../direct-debit/model.ts';
import classes from '../Billing.module.css';
import { useBillFormat, useEuros } from '../BillView.tsx';
import { FailureDialog } from './FailureDialog.tsx';

export interface DebitTableProps {
  readonly bills: readonly ListedDebit[];
  /** Whether files can be made, so that bills can be chosen. */
  readonly makesFiles: boolean;
  readonly isChosen: (bill: ListedDebit) => boolean;
  readonly onChoose: (bill: ListedDebit, isChosen: boolean) => void;
}

/** The bills of a month: those for the next file, those in a file, and why others are not collected. */
export function DebitTable({ bills, ...props }: DebitTableProps): ReactNode {
  const { t } = useTranslation();
  const [failed, setFailed] = useState<{ readonly bill: ListedDebit; readonly debit: MadeDebit } | null>(
    null,
  );
  return (
    <>
      <table className={classes.table} aria-label={t('billing.debits.bills')}>
        <thead>
          <tr>
            {(['tenant', 'number', 'day', 'mandate', 'state'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`billing.debits.column.${name}`)}
              </th>
            ))}
            <th scope="col" className={classes.number}>
              {t('billing.debits.column.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bills.map((bill) => (
            <DebitRow
              key={`${bill.tenant_id} ${bill.billing_id}`}
              {...props}
              bill={bill}
              onFailed={(debit) => setFailed({ bill, debit })}
            />
          ))}
        </tbody>
      </table>
      <FailureDialog key={failed?.debit.id} failed={failed} onClose={() => setFailed(null)} />
    </>
  );
}

interface DebitRowProps extends Omit<DebitTableProps, 'bills'> {
  readonly bill: ListedDebit;
  readonly onFailed: (debit: MadeDebit) => void;
}

function DebitRow({ bill, makesFiles, isChosen, onChoose, onFailed }: DebitRowProps): ReactNode {
  const { t } = useTranslation();
  const euros = useEuros();
  const format = useBillFormat();
  const [last] = bill.made;
  const shown: ShownDebit | null = last?.state === 'collected' ? last : bill.planned;
  return (
    <tr>
      <td>
        {makesFiles && bill.planned !== null ? (
          <Checkbox
            size="xs"
            label={bill.tenant}
            checked={isChosen(bill)}
            onChange={({ currentTarget }) => onChoose(bill, currentTarget.checked)}
          />
        ) : (
          bill.tenant
        )}
      </td>
      <td data-label={t('billing.debits.column.number')}>{bill.document_number}</td>
      <td data-label={t('billing.debits.column.day')}>{shown === null ? null : format.day(shown.day)}</td>
      <td data-label={t('billing.debits.column.mandate')}>{shown === null ? null : <Terms {...shown} />}</td>
      <td data-label={t('billing.debits.column.state')}>
        <div className={classes.state}>
          <DebitStateOf bill={bill} />
          {last?.state === 'collected' ? (
            <Button
              variant="default"
              size="compact-xs"
              aria-label={t('billing.debits.failed_of', { name: bill.tenant })}
              onClick={() => onFailed(last)}
            >
              {t('billing.debits.failed')}
            </Button>
          ) : null}
        </div>
      </td>
      <td data-label={t('billing.debits.column.amount')} className={classes.number}>
        {euros(bill.amount)}
      </td>
    </tr>
  );
}

function Terms({ mandate, scheme, sequence, is_amended: isAmended }: ShownDebit): ReactNode {
  const { t } = useTranslation();
  const reported = [mandate, scheme, t(`billing.debits.sequence.${sequence}`)];
  return [...reported, ...(isAmended ? [t('billing.debits.amended')] : [])].join(' · ');
}

const meanings: Readonly<Record<DebitState, Meaning>> = {
  collected: 'done',
  rejected: 'declined',
  returned: 'declined',
};

function DebitStateOf({ bill }: { readonly bill: ListedDebit }): ReactNode {
  const { t } = useTranslation();
  const [last] = bill.made;
  const { problem } = bill;
  return (
    <>
      {last === undefined ? null : (
        <MeaningBadge meaning={meanings[last.state]} plain>
          {t(`billing.debits.state.${last.state}`)}
        </MeaningBadge>
      )}
      {last?.reason ? <span className={classes.message}>{last.reason}</span> : null}
      {problem === null && last === undefined ? (
        <MeaningBadge meaning="draft" plain>
          {t('billing.debits.ready')}
        </MeaningBadge>
      ) : null}
      {problem === null || problem === 'collected' ? null : (
        <span className={classes.message}>{t(`billing.debits.problem.${problem}`)}</span>
      )}
    </>
  );
}
