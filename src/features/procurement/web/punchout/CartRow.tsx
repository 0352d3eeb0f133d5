import { Button, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentCommand } from '../../../../document/web/use-document-command.ts';
import { CommandConfirmation, ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { currentEntry } from '../../../../timeline/timeline.ts';
import { procurementKind } from '../../kind.ts';
import type { CartAnswer } from '../../punchout-cart.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import type { Shop } from './carts.ts';
import { LogDialog } from './LogDialog.tsx';
import classes from './Punchout.module.css';

interface CartRowProps {
  readonly cart: CartAnswer;
  /** Where else the request may be shopped for. */
  readonly others: readonly Shop[];
  readonly form: ProcurementForm;
  readonly onShow: () => void;
  readonly onRedo: () => void;
}

/** One cart: what waits in it, and the ways back to the shop or to nothing (PUN-08). */
export function CartRow({ cart, others, form, onShow, onRedo }: CartRowProps): ReactNode {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const [showsLog, setShowsLog] = useState(false);
  const isAdmin = useHasRole('user-admin');
  const mayReadLog = isAdmin || placesOrder(form);
  const command = useDocumentCommand(procurementKind, 'delete_cart');
  const change = useDocumentCommand(procurementKind, 'change_marketplace');
  const { name } = cart.marketplace;
  const remove = async (): Promise<void> => {
    setAsked(false);
    const target = await form.saving.save();
    if (target !== null) await command.run({ ...target, punchout_cart_id: cart.id });
  };
  const changeTo = async (marketplaceId: number): Promise<void> => {
    const target = await form.saving.save();
    if (target === null) return;
    await change.run({ ...target, punchout_cart_id: cart.id, marketplace_id: marketplaceId });
  };
  return (
    <li className={classes.cart}>
      <span className={classes.name}>
        {name}
        <span className={classes.quiet}>{useCartState(cart)}</span>
      </span>
      {cart.items.length > 0 ? (
        <Button size="compact-sm" variant="light" onClick={onShow}>
          {t('punchout.show', { count: cart.items.length })}
        </Button>
      ) : null}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('punchout.redo_of', { name })}
        onClick={onRedo}
      >
        {t('punchout.redo')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={t('punchout.delete_of', { name })}
        loading={command.isPending}
        onClick={() => setAsked(true)}
      >
        {t('punchout.delete')}
      </Button>
      {others.length === 0 ? null : (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={t('punchout.change_of', { name })}
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
      )}
      {mayReadLog ? (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={t('punchout.log_of', { name })}
          onClick={() => setShowsLog(true)}
        >
          {t('punchout.log')}
        </Button>
      ) : null}
      {showsLog ? <LogDialog cart={cart} onClose={() => setShowsLog(false)} /> : null}
      <ConfirmDialog
        opened={isAsked}
        title={t('punchout.delete_title', { name })}
        actionLabel={t('punchout.delete')}
        isDestructive
        onConfirm={() => void remove()}
        onClose={() => setAsked(false)}
      >
        {t('punchout.delete_text', { count: cart.taken })}
      </ConfirmDialog>
      <CommandConfirmation command={command} actionLabel={t('punchout.delete')} />
      <CommandConfirmation command={change} actionLabel={t('punchout.change')} />
    </li>
  );
}

/** Whoever places the order reads what was said about it; the server decides what he gets (PUN-09). */
function placesOrder({ document, situation }: ProcurementForm): boolean {
  return document !== null && currentEntry(situation.document.timeline)?.type === 'send-order';
}

function useCartState({ state, is_at_shop: isAtShop, failure, taken, items }: CartAnswer): string {
  const { t } = useTranslation();
  if (failure?.startsWith('punchout_')) return t(`error.${failure}`);
  if (failure !== null) return t('error.punchout_cart_unreadable');
  if (isAtShop) return t('punchout.at_shop');
  if (items.length > 0) return t('punchout.waiting', { count: items.length });
  return state === 'taken' ? t('punchout.taken', { count: taken }) : t('punchout.not_returned');
}
