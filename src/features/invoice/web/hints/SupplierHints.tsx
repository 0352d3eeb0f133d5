import { ActionIcon, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../../entity/web/entity-catalog.tsx';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { toastFailure, toastSaved } from '../../../../platform/web/toasts.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { forgetHint, hintsOptions, type ShownHint } from './hints-data.ts';
import classes from './SupplierHints.module.css';

/** The positions of values on the supplier's invoices, learnt from corrections; each can be deleted. */
export function SupplierHints({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const [doomed, setDoomed] = useState<ShownHint | null>(null);
  const { data: hints } = useQuery({ ...hintsOptions(id ?? 0), enabled: id !== null });
  const sentence = useSentence();
  const forget = async (hint: ShownHint): Promise<void> => {
    try {
      await forgetHint(id ?? 0, hint.id);
      toastSaved(t('invoice.hint.forgotten'));
    } catch (failure) {
      toastFailure(failure);
    }
    setDoomed(null);
  };
  if (id !== null && hints === undefined) return null;
  if (!hints?.length) return <p className="quiet">{t('invoice.hint.none')}</p>;
  return (
    <>
      <ul className={classes.list}>
        {hints.map((hint) => (
          <li key={hint.id} className={classes.item}>
            <div className={classes.text}>
              <span>{sentence(hint)}</span>
              <Origin hint={hint} />
            </div>
            <Tooltip label={t('invoice.hint.forget')}>
              <ActionIcon
                aria-label={t('invoice.hint.forget_named', { hint: sentence(hint) })}
                onClick={() => setDoomed(hint)}
              >
                <IconTrash size={16} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={doomed !== null}
        title={t('invoice.hint.forget_title')}
        actionLabel={t('invoice.hint.forget')}
        isDestructive
        onConfirm={() => doomed && void forget(doomed)}
        onClose={() => setDoomed(null)}
      >
        {t('invoice.hint.forget_text', { hint: doomed ? sentence(doomed) : '' })}
      </ConfirmDialog>
    </>
  );
}

/** Date, source invoice and author of a hint. */
function Origin({ hint }: { readonly hint: ShownHint }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { source_invoice: invoice, taught_by } = hint;
  return (
    <span className={classes.origin}>
      <span>{format.instant(hint.created_at)}</span>
      {invoice ? (
        <Link to="/invoice/form" search={{ id: invoice.id }} className="link">
          {invoice.invoice_number_formatted}
        </Link>
      ) : null}
      {taught_by ? <span>{t('invoice.hint.by', { name: taught_by.name })}</span> : null}
    </span>
  );
}

/** "Rechnungsnummer: steht rechts von »Beleg-Nr.«" */
function useSentence(): (hint: ShownHint) => string {
  const { t } = useTranslation();
  return ({ field, anchor, relation, slash_order }) => {
    const place = t(`invoice.hint.${relation}`, {
      field: t(`invoice.read.field.${field}`),
      label: anchor.replace(/[\s:]+$/, ''),
    });
    return slash_order === null ? place : `${place}, ${t(`invoice.hint.order.${slash_order}`)}`;
  };
}
