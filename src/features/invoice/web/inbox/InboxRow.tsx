import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../../platform/web/api.ts';
import { InstantText } from '../../../../platform/web/kit/DayText.tsx';
import { toastFailure, toastSaved } from '../../../../platform/web/toasts.tsx';
import { useAction } from '../../../../platform/web/use-action.ts';
import { AssignDialog } from './AssignDialog.tsx';
import classes from './InboxPage.module.css';
import { type Arrival, dismissArrival, takeArrival } from './inbox-data.ts';

/** A received item: time, name, source, result, and the action that corrects it. */
export function InboxRow({ arrival }: { readonly arrival: Arrival }): ReactNode {
  const { t } = useTranslation();
  const { file, name, subject, sender, unpacked_from: packed } = arrival;
  const shown = name || t('invoice.inbox.nameless');
  const place = arrival.mailbox?.name ?? arrival.brought_by?.name;
  return (
    <tr>
      <td>
        <InstantText instant={arrival.created_at} />
      </td>
      <td className={classes.what}>
        {file === null ? (
          shown
        ) : (
          <Button
            variant="transparent"
            size="compact-sm"
            onClick={() => void download(`/api/file/${file.id}`, file.name).catch(toastFailure)}
          >
            {shown}
          </Button>
        )}
        {packed === null ? null : (
          <div className="quiet">{t('invoice.inbox.unpacked', { name: packed })}</div>
        )}
        {subject === null || subject === name ? null : <div className="quiet">{subject}</div>}
      </td>
      <td>
        {t(`invoice.inbox.way.${arrival.way}`)}
        <div className="quiet">{[sender, place].filter(Boolean).join(' · ')}</div>
      </td>
      <td>
        <Fate arrival={arrival} />
      </td>
      <td>
        <Repair arrival={arrival} name={shown} />
      </td>
    </tr>
  );
}

function Fate({ arrival }: { readonly arrival: Arrival }): ReactNode {
  const { t } = useTranslation();
  const { fate, reason, invoice, dismissed_at, dismissed_by } = arrival;
  const why = reason === null ? null : t(`invoice.inbox.reason.${reason}`);
  if (dismissed_at !== null)
    return (
      <>
        {t('invoice.inbox.fate.dismissed', { name: dismissed_by?.name ?? '' })}
        <div className="quiet">{why}</div>
      </>
    );
  if (fate === 'open') return why ?? t('invoice.inbox.fate.open');
  return (
    <>
      {t(`invoice.inbox.fate.${fate}`)}{' '}
      {invoice === null ? null : (
        <Link to="/invoice/form" search={{ id: invoice.id }} className="text-link">
          {invoice.invoice_number_formatted}
        </Link>
      )}
    </>
  );
}

const pages = ['application/pdf', 'application/xml', 'image/jpeg', 'image/png'];

/** The action that corrects it with one click. */
function Repair({ arrival, name }: { readonly arrival: Arrival; readonly name: string }): ReactNode {
  const { t } = useTranslation();
  const { isPending, perform } = useAction();
  const [isAssigning, setAssigning] = useState(false);
  const { id, fate, file, dismissed_at } = arrival;
  const act = (work: () => Promise<string>): Promise<boolean> =>
    perform(async () => toastSaved(await work()));
  const take = async (): Promise<string> => {
    const invoice = await takeArrival(id);
    return t('invoice.inbox.taken', { number: invoice?.invoice_number_formatted ?? '' });
  };
  const dismiss = async (): Promise<string> => {
    await dismissArrival(id);
    return t('invoice.inbox.dismissed', { name });
  };
  const button = (key: 'take' | 'assign' | 'dismiss', onClick: () => void) => (
    <Button
      size="compact-sm"
      variant="default"
      disabled={isPending}
      aria-label={t(`invoice.inbox.${key}_named`, { name })}
      onClick={onClick}
    >
      {t(`invoice.inbox.${key}`)}
    </Button>
  );
  const isOpen = fate === 'open';
  const canBeInvoice = file !== null && pages.includes(file.mime) && (isOpen || fate === 'document');
  return (
    <span className="buttons">
      {canBeInvoice ? button('take', () => void act(take)) : null}
      {isOpen && file !== null ? button('assign', () => setAssigning(true)) : null}
      {isOpen && dismissed_at === null ? button('dismiss', () => void act(dismiss)) : null}
      {isAssigning ? <AssignDialog id={id} name={name} onClose={() => setAssigning(false)} /> : null}
    </span>
  );
}
