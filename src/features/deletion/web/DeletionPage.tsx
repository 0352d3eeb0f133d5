import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import { DayField } from '../../../platform/web/kit/DayField.tsx';
import { ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import type { DeletionKind } from '../model.ts';
import classes from './Deletion.module.css';
import { DeletionCountList } from './DeletionCountList.tsx';
import { previewOptions, startDeletion } from './deletion-data.ts';
import { Handover, hashOf } from './Handover.tsx';

/** `/operator/tenant/delete`: a tenant is deleted for good (OP-02). */
export function DeleteTenantPage(): ReactNode {
  return <DeletionPage kind="tenant" />;
}

/** `/operator/tenant/delete-procurement`: orders of some days are (OP-04, NAV-10). */
export function DeleteOrdersPage(): ReactNode {
  return <DeletionPage kind="procurement" />;
}

/** `/operator/tenant/delete-invoice`: invoices of some days are (OP-04, NAV-10). */
export function DeleteInvoicesPage(): ReactNode {
  return <DeletionPage kind="invoice" />;
}

function DeletionPage({ kind }: { readonly kind: DeletionKind }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = 0 }: { readonly id?: number } = useSearch({ strict: false });
  const [from, setFrom] = useState<Day | null>(null);
  const [to, setTo] = useState<Day | null>(null);
  const [hash, setHash] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const days = from !== null && to !== null ? { from, to } : null;
  const isChosen = kind === 'tenant' || days !== null;
  const wanted = { id, kind, days: kind === 'tenant' ? null : days, sha256: hashOf(hash) };
  const { data, error, refetch, isPlaceholderData } = useQuery(previewOptions(wanted, isChosen));
  const isUnknownArchive = error instanceof ApiRefusal && error.code === 'handover_unknown';
  const preview = isChosen ? data : undefined;
  const mayStart =
    preview !== undefined &&
    error === null &&
    !isPlaceholderData &&
    name !== '' &&
    (wanted.sha256 === null || isConfirmed);

  const start = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFailure(null);
    setPending(true);
    try {
      await startDeletion(wanted, name);
      toastSaved(t('deletion.started'));
      await navigate({ to: '/operator/tenant/deletion' });
    } catch (thrown) {
      setFailure(thrown);
    }
    setPending(false);
  };

  return (
    <>
      <PageTitleRow
        title={[t(`deletion.title.${kind}`), preview?.tenant.name].filter(Boolean).join(' · ')}
        onBack={() => void navigate({ to: '/operator/tenant/form', search: { id } })}
      />
      <form className={classes.page} onSubmit={(event) => void start(event)} noValidate>
        <p className={classes.about}>{t(`deletion.about.${kind}`)}</p>
        {kind === 'tenant' ? null : (
          <div className={classes.days}>
            <DayField label={t('deletion.from')} required value={from} onChange={setFrom} />
            <DayField label={t('deletion.to')} required value={to} onChange={setTo} />
          </div>
        )}
        {isChosen && error !== null && !isUnknownArchive && data === undefined ? (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        ) : null}
        {isChosen ? null : <p className={classes.hint}>{t('deletion.choose_days')}</p>}
        {preview === undefined ? null : (
          <>
            <DeletionCountList kind={kind} counts={preview.counts} isBusy={isPlaceholderData} />
            {preview.needs_handover || hash !== '' ? (
              <Handover
                id={id}
                value={hash}
                error={isUnknownArchive ? failureText(error) : null}
                archive={preview.archive}
                isConfirmed={isConfirmed}
                onChange={setHash}
                onConfirm={setConfirmed}
              />
            ) : null}
            <section className={classes.section}>
              <TextField
                label={t('deletion.name')}
                name="name"
                required
                autoComplete="off"
                hint={t('deletion.name_hint', { name: preview.tenant.name })}
                value={name}
                onChange={(next) => {
                  setName(next);
                  setFailure(null);
                }}
              />
              {failure === null ? null : (
                <p role="alert" className={classes.alert}>
                  {failureText(failure)}
                </p>
              )}
              <div>
                <Button
                  type="submit"
                  variant="filled"
                  className={mayStart ? classes.destructive : undefined}
                  loading={isPending}
                  disabled={!mayStart}
                >
                  {t('deletion.confirm')}
                </Button>
              </div>
            </section>
          </>
        )}
        {isChosen && error !== null && !isUnknownArchive && data !== undefined ? (
          <p role="alert" className={classes.alert}>
            {failureText(error)}
          </p>
        ) : null}
      </form>
    </>
  );
}
