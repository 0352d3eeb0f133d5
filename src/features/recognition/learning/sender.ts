import type { Hint, SupplierHints } from '../hint.ts';
import type { PageFields } from '../text/page-reading.ts';

/** The hints of the sender, matched by VAT ID, account, then name, in the same order as suppliers (REC-05). */
export function hintsFor(
  { sellerVatId, sellerIban, sellerName }: Pick<PageFields, 'sellerVatId' | 'sellerIban' | 'sellerName'>,
  taught: readonly SupplierHints[],
): readonly Hint[] {
  const sender =
    taught.find(({ vatId }) => vatId !== null && vatId === sellerVatId?.value) ??
    taught.find(({ iban }) => iban !== null && iban === sellerIban?.value) ??
    taught.find(({ name }) => name.toLowerCase() === sellerName?.value.toLowerCase());
  return sender?.hints ?? [];
}
