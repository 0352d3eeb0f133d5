import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../platform/web/failure-text.ts';
import { DayField } from '../../../platform/web/kit/DayField.tsx';
import { ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import type { DeletionKind, DeletionPreview } from '../model.ts';
import classes from './Deletion.module.css';
import { DeletionCountList } from './DeletionCountList.tsx';
import { Handover } from './Handover.tsx';
import { type DeletionForm, useDeletion } from './use-deletion.ts';

/** `/operator/tenant/delete`: permanently deletes a tenant (OP-02). */
export function DeleteTenantPage(): ReactNode {
  return <DeletionPage kind="tenant" />;
}

/** `/operator/tenant/delete-procurement`: deletes orders of certain days (OP-04, NAV-10). */
export function DeleteOrdersPage(): ReactNode {
  return <DeletionPage kind="procurement" />;
}

/** `/operator/tenant/delete-invoice`: deletes invoices of certain days (OP-04, NAV-10). */
export function DeleteInvoicesPage(): ReactNode {
  return <DeletionPage kind="invoice" />;
}

function DeletionPage({ kind }: { readonly kind: DeletionKind }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = 0 }: { readonly id?: number } = useSearch({ strict: false });
  const form = useDeletion(id, kind);
  const { typed, change, preview, problem } = form;
  return (
    <>
      <PageTitleRow
        title={[t(`deletion.title.${kind}`), preview?.tenant.name].filter(Boolean).join(' · ')}
        onBack={() => void navigate({ to: '/operator/tenant/form', search: { id } })}
      />
      <form
        className={classes.page}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (form.mayStart) void form.start();
        }}
      >
        <p className={classes.about}>{t(`deletion.about.${kind}`)}</p>
        {kind === 'tenant' ? null : (
          <div className={classes.days}>
            <DayField
              label={t('deletion.from')}
              required
              value={typed.from}
              onChange={(from) => change({ from })}
            />
            <DayField label={t('deletion.to')} required value={typed.to} onChange={(to) => change({ to })} />
          </div>
        )}
        {form.isChosen ? null : <p className="quiet">{t('deletion.choose_days')}</p>}
        {problem === null ? null : preview === undefined ? (
          <ErrorState failure={problem} onRetry={form.askAgain} />
        ) : (
          <p role="alert" className={classes.alert}>
            {failureText(problem)}
          </p>
        )}
        {preview === undefined ? null : <Confirmation kind={kind} form={form} preview={preview} />}
      </form>
    </>
  );
}

interface ConfirmationProps {
  readonly kind: DeletionKind;
  readonly form: DeletionForm;
  readonly preview: DeletionPreview;
}

/** The extent, the handover if required, and the name to be typed (VAL-40, VAL-41). */
function Confirmation({ kind, form, preview }: ConfirmationProps): ReactNode {
  const { t } = useTranslation();
  const { typed, change, failure, mayStart, isPending } = form;
  return (
    <>
      <DeletionCountList kind={kind} counts={preview.counts} isBusy={form.isBusy} />
      {preview.needs_handover || typed.hash !== '' ? (
        <Handover
          id={preview.tenant.id}
          value={typed.hash}
          error={form.archiveProblem}
          archive={preview.archive}
          isConfirmed={typed.isConfirmed}
          onChange={(hash) => change({ hash, isConfirmed: false })}
          onConfirm={(isConfirmed) => change({ isConfirmed })}
        />
      ) : null}
      <section className={classes.section}>
        <TextField
          label={t('deletion.name')}
          name="name"
          required
          autoComplete="off"
          hint={t('deletion.name_hint', { name: preview.tenant.name })}
          value={typed.name}
          onChange={(name) => change({ name })}
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
            className={mayStart ? 'destructive' : undefined}
            loading={isPending}
            disabled={!mayStart}
          >
            {t('deletion.confirm')}
          </Button>
        </div>
      </section>
    </>
  );
}
