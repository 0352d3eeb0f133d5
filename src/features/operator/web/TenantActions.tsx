import { Button } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconFileInvoice,
  IconFileZip,
  IconReceiptEuro,
  IconShoppingCart,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordActionProps } from '../../../entity/web/entity-catalog.tsx';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { useSession } from '../../../platform/web/session.ts';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import { moveTenant } from './tenant-data.ts';

/** Actions on a tenant besides editing (OP-02, OP-04, OP-05). */
export function TenantActions({ id, marks }: RecordActionProps): ReactNode {
  const { t } = useTranslation();
  const ownTenant = useSession()?.tenantId;
  const isArchived = marks.includes('archived');
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const move = async (): Promise<void> => {
    setPending(true);
    await moveTenant(id, isArchived ? 'restore' : 'archive').catch(toastFailure);
    setPending(false);
    setAsking(false);
  };
  const action = t(isArchived ? 'operator.restore' : 'operator.archive');
  return (
    <>
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to="/operator/tenant/procurement" search={{ id }} />}
        leftSection={<IconShoppingCart size={16} stroke={1.6} aria-hidden />}
      >
        {t('operator.orders')}
      </Button>
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to="/operator/tenant/list-invoice" search={{ id }} />}
        leftSection={<IconFileInvoice size={16} stroke={1.6} aria-hidden />}
      >
        {t('operator.invoices')}
      </Button>
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to="/operator/tenant/invoice" search={{ id }} />}
        leftSection={<IconReceiptEuro size={16} stroke={1.6} aria-hidden />}
      >
        {t('billing.title')}
      </Button>
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to="/operator/tenant/archive" search={{ id }} />}
        leftSection={<IconFileZip size={16} stroke={1.6} aria-hidden />}
      >
        {t('archive.operator_title')}
      </Button>
      {id === ownTenant ? null : (
        <Button
          variant="default"
          leftSection={
            isArchived ? (
              <IconArchiveOff size={16} stroke={1.6} aria-hidden />
            ) : (
              <IconArchive size={16} stroke={1.6} aria-hidden />
            )
          }
          onClick={() => setAsking(true)}
        >
          {action}
        </Button>
      )}
      {isArchived && id !== ownTenant ? (
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/operator/tenant/delete" search={{ id }} />}
          leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
        >
          {t('deletion.delete')}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={isAsking}
        title={t(isArchived ? 'operator.restore_title' : 'operator.archive_title')}
        actionLabel={action}
        isDestructive={!isArchived}
        isPending={isPending}
        onConfirm={() => void move()}
        onClose={() => setAsking(false)}
      >
        {t(isArchived ? 'operator.restore_text' : 'operator.archive_text')}
      </ConfirmDialog>
    </>
  );
}
