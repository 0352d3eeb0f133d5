import { rest } from '../../../platform/web/api.ts';

interface ReturnedCart {
  readonly id: number;
  readonly procurement_id: number;
}

/**
 * Page of the cart returned under a token; the start page if it has expired or the person may not see it (AUTH-25).
 */
export function pathOfReturnedCart(token: string): Promise<string> {
  return rest<ReturnedCart>(`/api/punchin/return/${encodeURIComponent(token)}/cart`).then(
    ({ id, procurement_id }) => `/procurement/form?id=${procurement_id}&cart=${id}`,
    () => '/',
  );
}
