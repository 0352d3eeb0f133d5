import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentCommand } from '../../../../document/web/use-document-command.ts';
import { CommandConfirmation } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { procurementKind } from '../../kind.ts';
import type { CartAnswer } from '../../punchout-cart.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import type { Shop } from './carts.ts';

interface ChangeMarketplaceProps {
  readonly cart: CartAnswer;
  /** The other marketplaces for the request. */
  readonly others: readonly Shop[];
  readonly form: ProcurementForm;
}

/** Restarts the cart at another marketplace; after confirmation its lines are deleted (PROC-26). */
export function ChangeMarketplace({ cart, others, form }: ChangeMarketplaceProps): ReactNode {
  const { t } = useTranslation();
  const change = useDocumentCommand(procurementKind, 'change_marketplace');
  if (others.length === 0) return null;
  const changeTo = async (marketplaceId: number): Promise<void> => {
    const target = await form.saving.save();
    if (target === null) return;
    await change.run({ ...target, punchout_cart_id: cart.id, marketplace_id: marketplaceId });
  };
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={t('punchout.change_of', { name: cart.marketplace.name })}
            loading={change.isPending}
          >
            {t('punchout.change')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map((other) => (
            <Menu.Item key={other.id} onClick={() => void changeTo(other.id)}>
              {other.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <CommandConfirmation command={change} actionLabel={t('punchout.change')} />
    </>
  );
}
