import { useQuery } from '@tanstack/react-query';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { findSuppliers } from '../../../../document/web/lookups.ts';
import type { Reading } from '../../../recognition/reading.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';
import type { FilledColumn } from './read-values.ts';
import { offeredValues, overwritten } from './taken-over.ts';

/** The values that can be copied into the form. */
export interface TakeOver {
  /** Empty if the form is read-only. */
  readonly offered: readonly FilledColumn[];
  /** Columns that hold a different value. */
  readonly overwrites: readonly FilledColumn[];
  readonly take: (columns: readonly FilledColumn[]) => void;
}

/** Copies read values into the form (REC-07). */
export function useTakeOver(form: InvoiceForm, reading: Reading): TakeOver {
  const { editor, saving, situation, isEditing } = form;
  const supplier = useSupplierNamed(isEditing ? (reading.fields.sellerName?.value ?? null) : null);
  const offered = isEditing ? offeredValues(situation.document.head, reading, supplier) : new Map();
  return {
    offered: [...offered.keys()],
    overwrites: overwritten(editor.draft.head, offered),
    take: (columns) => {
      const values = Object.assign({}, ...columns.map((column) => offered.get(column)));
      editor.change((draft) => ({ ...draft, head: { ...draft.head, ...values } }));
      saving.forgetProblems(columns.map((column) => `head.${column}`));
    },
  };
}

/** The only supplier with exactly this name; null if there is none. */
function useSupplierNamed(name: string | null): Reference | null {
  const { data = [] } = useQuery({
    queryKey: ['search-select', 'supplier', 'named', name],
    queryFn: ({ signal }) => findSuppliers(name ?? '', signal),
    enabled: name !== null,
    staleTime: 30_000,
  });
  const found = data.filter((supplier) => supplier.name.toLocaleLowerCase() === name?.toLocaleLowerCase());
  return found.length === 1 ? (found[0] ?? null) : null;
}
