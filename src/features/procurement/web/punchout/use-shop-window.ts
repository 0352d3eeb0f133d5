import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { cartsKey, type StartAnswer, startVisit } from './carts.ts';

export interface ShopWindow {
  /** The shop whose window the browser has kept from opening. */
  readonly blocked: boolean;
  readonly isPending: boolean;
  readonly enter: (marketplaceId: number, cartId?: number) => void;
  readonly forgetBlocked: () => void;
}

/**
 * Opens a shop in a window of its own (PUN-03). The window opens with the click, or the browser would block it; where it
 * goes is known once the request is saved and the shop has let us in.
 */
export function useShopWindow(form: ProcurementForm): ShopWindow {
  const client = useQueryClient();
  const [blocked, setBlocked] = useState(false);
  const [isPending, setPending] = useState(false);
  const begin = async (shop: Window, marketplaceId: number, cartId?: number): Promise<void> => {
    setPending(true);
    const ready = isReady(shop);
    try {
      const target = await form.saving.save();
      if (target === null) return shop.close();
      const wish = { procurement_id: target.id, marketplace_id: marketplaceId };
      const start = await startVisit(cartId === undefined ? wish : { ...wish, cart_id: cartId });
      await ready;
      send(shop, start);
    } catch (failure) {
      shop.close();
      toastFailure(failure);
    } finally {
      setPending(false);
      void client.invalidateQueries({ queryKey: [cartsKey] });
    }
  };
  return {
    blocked,
    isPending,
    enter: (marketplaceId, cartId) => {
      const shop = window.open('/api/punchout/launch', '_blank');
      setBlocked(shop === null);
      if (shop !== null) void begin(shop, marketplaceId, cartId);
    },
    forgetBlocked: () => setBlocked(false),
  };
}

/** The page that the shop is opened from says when it can hear. */
function isReady(shop: Window): Promise<void> {
  return new Promise((resolve) => {
    const onMessage = ({ origin, source, data }: MessageEvent): void => {
      if (origin !== window.location.origin || source !== shop || data?.kind !== 'kontor-punchout-ready')
        return;
      window.removeEventListener('message', onMessage);
      resolve();
    };
    window.addEventListener('message', onMessage);
  });
}

function send(shop: Window, { url, method, fields }: StartAnswer): void {
  shop.postMessage({ kind: 'kontor-punchout-start', url, method, fields }, window.location.origin);
}

/** Hears of carts that are back in this browser, reads them anew and lets their window close (PUN-03). */
export function useReturnedCarts(cartIds: readonly number[], onReturned: (cartId: number) => void): void {
  const ids = cartIds.join(' ');
  useEffect(() => {
    const channel = new BroadcastChannel('kontor-punchout');
    channel.onmessage = ({ data }: MessageEvent): void => {
      if (data?.kind !== 'returned' || !ids.split(' ').includes(String(data.cart))) return;
      channel.postMessage({ kind: 'heard', cart: data.cart });
      onReturned(Number(data.cart));
    };
    return () => channel.close();
  });
}
