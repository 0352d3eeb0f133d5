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
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordActionProps } from '../../../entity/web/entity-catalog.tsx';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { useSession } from '../../../platform/web/session.ts';
import { useAction } from '../../../platform/web/use-action.ts';
import { moveTenant } from './tenant-data.ts';

/** Actions on a tenant besides editing (OP-02, OP-04, OP-05). */
export function TenantActions({ id, marks }: RecordActionProps): ReactNode {
  const { t } = useTranslation();
  const ownTenant = useSession()?.tenantId;
  const isArchived = marks.includes('archived');
  const [isAsking, setAsking] = useState(false);
  const { isPending, perform } = useAction();
  const move = async (): Promise<void> => {
    await perform(() => moveTenant(id, isArchived ? 'restore' : 'archive'));
    setAsking(false);
  };
  const ArchiveIcon = isArchived ? IconArchiveOff : IconArchive;
  const action = t(isArchived ? 'operator.restore' : 'operator.archive');
  return (
    <>
      <PageLink id={id} to="/operator/tenant/procurement" icon={IconShoppingCart}>
        {t('operator.orders')}
      </PageLink>
      <PageLink id={id} to="/operator/tenant/list-invoice" icon={IconFileInvoice}>
        {t('operator.invoices')}
      </PageLink>
      <PageLink id={id} to="/operator/tenant/invoice" icon={IconReceiptEuro}>
        {t('billing.title')}
      </PageLink>
      <PageLink id={id} to="/operator/tenant/archive" icon={IconFileZip}>
        {t('archive.operator_title')}
      </PageLink>
      {id === ownTenant ? null : (
        <Button
          variant="default"
          leftSection={<ArchiveIcon size={16} stroke={1.6} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {action}
        </Button>
      )}
      {isArchived && id !== ownTenant ? (
        <PageLink id={id} to="/operator/tenant/delete" icon={IconTrash}>
          {t('deletion.delete')}
        </PageLink>
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

interface PageLinkProps {
  readonly id: number;
  readonly to: LinkProps['to'];
  readonly icon: typeof IconTrash;
  readonly children: ReactNode;
}

/** A link to a page about the tenant. */
function PageLink({ id, to, icon: Icon, children }: PageLinkProps): ReactNode {
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to={to} search={{ id }} />}
      leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
    >
      {children}
    </Button>
  );
}
