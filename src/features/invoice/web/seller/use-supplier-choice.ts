import type { Reference } from '../../../../document/web/draft/reference.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import type { Reading } from '../../../recognition/reading.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';
import { readChosenSupplier, withSupplier } from './supplier-defaults.ts';

const columns = ['supplier_id', 'vat_number', 'payment_method', 'iban', 'bic'];

/** Sets the chosen supplier by name immediately, and adds the data of its record once loaded (INV-05). */
export function useSupplierChoice(
  { editor, saving }: InvoiceForm,
  reading: Reading | null,
): (supplier: Reference | null) => void {
  return (supplier) => {
    const { head } = editor.draft;
    const former = head.supplier;
    editor.change((draft) => ({ ...draft, head: { ...draft.head, supplier } }));
    saving.forgetProblems(columns.map((column) => `head.${column}`));
    if (supplier === null) return;
    const fill = async (): Promise<void> => {
      const chosen = await readChosenSupplier(supplier.id, head.client?.id ?? null);
      editor.change((draft) =>
        // Another supplier may have been chosen meanwhile.
        draft.head.supplier?.id === supplier.id
          ? { ...draft, head: withSupplier({ ...draft.head, supplier: former }, chosen, reading) }
          : draft,
      );
    };
    void fill().catch(toastFailure);
  };
}
