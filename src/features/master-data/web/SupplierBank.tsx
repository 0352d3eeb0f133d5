import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownIban } from '../../../base/iban.ts';
import { AccountWarnings } from '../../../document/web/AccountWarnings.tsx';
import { fieldLabelKey } from '../../../entity/labels.ts';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { useModules } from '../../../entity/web/use-modules.ts';
import { MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import { useSession } from '../../../platform/web/session.ts';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import { supplier } from '../supplier.ts';
import { type BankChange, bankChangesOptions, decideBankChange } from './bank-changes-data.ts';
import classes from './SupplierBank.module.css';

/** The account that waits for a second person, and all accounts proposed for the supplier (INV-21, DATA-19). */
export function SupplierBank({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const hasInvoices = useModules()('invoice');
  const { data: changes = [] } = useQuery({
    ...bankChangesOptions(id ?? 0, hasInvoices),
    enabled: id !== null,
  });
  if (changes.length === 0) return null;
  const waiting = changes.find(({ state }) => state === 'pending');
  const [last] = changes;
  return (
    <div className={classes.bank}>
      {waiting === undefined ? null : <Waiting supplierId={id} change={waiting} />}
      {waiting === undefined && last?.state === 'void' ? <Outgrown change={last} /> : null}
      <table className={classes.table}>
        <caption>{t('entity.supplier.bank.history')}</caption>
        <thead>
          <tr>
            {(['account', 'state', 'proposed', 'decided'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`entity.supplier.bank.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <ChangeRow key={change.id} change={change} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ChangeRow({ change }: { readonly change: BankChange }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, proposed_by, proposed_at, decided_by, decided_at, source_invoice: invoice } = change;
  const source = invoice?.invoice_number_formatted ?? t('entity.supplier.bank.nobody');
  return (
    <tr>
      <td>
        <Account change={change} />
      </td>
      <td>
        <MeaningBadge meaning={meanings[state]} plain>
          {t(`entity.supplier.bank.state.${state}`)}
        </MeaningBadge>
        {change.at_once ? <span className={classes.when}>{t('entity.supplier.bank.at_once')}</span> : null}
        <VoidColumns change={change} />
      </td>
      <td>
        {proposed_by?.name ?? source}
        <span className={classes.when}>{format.instant(proposed_at)}</span>
      </td>
      <td>
        {decided_by?.name}
        {decided_at === null ? null : <span className={classes.when}>{format.instant(decided_at)}</span>}
      </td>
    </tr>
  );
}

const meanings = {
  pending: 'waiting',
  confirmed: 'done',
  rejected: 'declined',
  replaced: 'draft',
  void: 'draft',
} as const;

/** The reason why the last proposal is void, and the next step (INV-33). */
function Outgrown({ change }: { readonly change: BankChange }): ReactNode {
  const { t } = useTranslation();
  return (
    <section className={classes.waiting} aria-label={t('entity.supplier.bank.void_title')}>
      <IconAlertTriangle size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <strong>{t('entity.supplier.bank.void_title')}</strong>
        <div>
          <Account change={change} />
        </div>
        <VoidColumns change={change} />
        <div>{t('entity.supplier.bank.void_again')}</div>
      </div>
    </section>
  );
}

function VoidColumns({ change: { void_columns: columns } }: { readonly change: BankChange }): ReactNode {
  const { t } = useTranslation();
  if (columns === null) return null;
  const fields = columns.map((column) =>
    t(
      fieldLabelKey(
        column in supplier.fields || column === 'merged_into_id' ? 'supplier' : 'supplier_client',
        column,
      ),
    ),
  );
  return (
    <span className={classes.when}>
      {t('entity.supplier.bank.void_because', { fields: fields.join(', ') })}
    </span>
  );
}

/** The proposer may withdraw the proposal but not confirm it. */
function Waiting({
  supplierId,
  change,
}: {
  readonly supplierId: number | null;
  readonly change: BankChange;
}): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useSession();
  const { isPending, perform } = useAction();
  const isOwn = session?.isImpersonating === true || change.proposed_by?.id === session?.userId;
  const decide = (verdict: 'confirm' | 'reject'): Promise<boolean> =>
    perform(async () => {
      await decideBankChange(change.id, verdict);
      toastSaved();
    });
  const when = format.instant(change.proposed_at);
  return (
    <section className={classes.waiting} aria-label={t('entity.supplier.bank.pending')}>
      <IconAlertTriangle size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <strong>{t('entity.supplier.bank.pending')}</strong>
        <div>
          <Account change={change} />
        </div>
        <div>{t('entity.supplier.bank.proposed', { name: change.proposed_by?.name ?? '–', when })}</div>
        <AccountWarnings supplierId={supplierId} iban={change.iban} />
        {isOwn ? <div>{t('entity.supplier.bank.own')}</div> : null}
      </div>
      <div className={classes.actions}>
        <Button variant="default" disabled={isPending} onClick={() => void decide('reject')}>
          {t(isOwn ? 'entity.supplier.bank.withdraw' : 'entity.supplier.bank.reject')}
        </Button>
        {isOwn ? null : (
          <Button disabled={isPending} onClick={() => void decide('confirm')}>
            {t('entity.supplier.bank.confirm')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The formatted account. */
function Account({ change: { iban, bic } }: { readonly change: BankChange }): ReactNode {
  const { t } = useTranslation();
  if (iban === null) return t('entity.supplier.bank.removed');
  return (
    <>
      <span className="tabular">{shownIban(iban)}</span>
      {bic === null ? null : <span className={classes.when}>{bic}</span>}
    </>
  );
}
