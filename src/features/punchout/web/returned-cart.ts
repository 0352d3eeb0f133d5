import { rest } from '../../../platform/web/api.ts';

interface ReturnedCart {
  readonly id: number;
  readonly procurement_id: number;
}

/** The cart that came back under a token; null where it is over or of a request that the person does not see (AUTH-25). */
export async function findReturnedCart(token: string): Promise<ReturnedCart | null> {
  try {
    return await rest<ReturnedCart>(`/api/punchin/return/${encodeURIComponent(token)}/cart`);
  } catch {
    return null;
  }
}
