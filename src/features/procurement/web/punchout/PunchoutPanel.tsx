import { Button, Menu } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import type { CartAnswer } from '../../punchout-cart.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { CartRow } from './CartRow.tsx';
import { cartsKey, cartsQuery, shopsQuery } from './carts.ts';
import { PendingDialog } from './PendingDialog.tsx';
import classes from './Punchout.module.css';
import { useReturnedCarts, useShopWindow } from './use-shop-window.ts';

/** The shops that a request may buy in, and the carts that came from them (PUN-03, PUN-07, PUN-08). */
export function PunchoutPanel({ form }: { readonly form: ProcurementForm }): ReactNode {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { document, editor } = form;
  const clientId = editor.draft.head.client?.id ?? null;
  const { data: shops = [] } = useQuery(shopsQuery(clientId));
  const { data: carts = [] } = useQuery({ ...cartsQuery(document?.id ?? 0), enabled: document !== null });
  const { cart: asked } = useSearch({ strict: false });
  const [shown, setShown] = useState<number | null>(asked ?? null);
  const shop = useShopWindow(form);
  useReturnedCarts(
    carts.map(({ id }) => id),
    async (cartId) => {
      await client.refetchQueries({ queryKey: [cartsKey] }, { throwOnError: true });
      setShown(cartId);
    },
  );
  const cart = carts.find(({ id }) => id === shown);
  if (shops.length === 0 && carts.length === 0) return null;
  return (
    <section className={classes.panel} aria-label={t('punchout.title')}>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconBuildingStore size={14} stroke={1.6} aria-hidden />}
            loading={shop.isPending}
            disabled={shops.length === 0}
          >
            {t('punchout.shop')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {shops.map(({ id, name }) => (
            <Menu.Item key={id} onClick={() => shop.enter(id)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {carts.length === 0 ? null : (
        <ul className={classes.carts} aria-label={t('punchout.carts')}>
          {carts.map((each) => (
            <CartRow
              key={each.id}
              cart={each}
              others={shops.filter(({ id }) => id !== each.marketplace.id)}
              form={form}
              onShow={() => setShown(each.id)}
              onRedo={() => shop.enter(each.marketplace.id, each.id)}
            />
          ))}
        </ul>
      )}
      {hasPending(cart) ? <PendingDialog cart={cart} form={form} onClose={() => setShown(null)} /> : null}
      <ConfirmDialog
        opened={shop.blocked}
        title={t('punchout.blocked_title')}
        actionLabel={t('punchout.blocked_done')}
        onConfirm={shop.forgetBlocked}
        onClose={shop.forgetBlocked}
      >
        {t('error.punchout_popup_blocked')}
      </ConfirmDialog>
    </section>
  );
}

function hasPending(cart: CartAnswer | undefined): cart is CartAnswer {
  return cart !== undefined && cart.items.length > 0;
}
