import type { ReactNode } from 'react';
import { LineGrid } from '../../../../document/web/lines/LineGrid.tsx';
import { isBlankLine } from '../draft/draft.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { ProductSearch } from './ProductSearch.tsx';
import { ProductTiles } from './ProductTiles.tsx';
import { SurchargeMenu } from './SurchargeMenu.tsx';
import { useLineSheet } from './use-line-sheet.tsx';

export interface RequestGridProps {
  readonly form: ProcurementForm;
  readonly onEnterShop: (marketplaceId: number) => void;
}

/** The editable lines of a request (PROC-01, PROC-07). */
export function RequestGrid({ form, onEnterShop }: RequestGridProps): ReactNode {
  const { editor, totals, problems, saving } = form;
  const { head, lines } = editor.draft;
  const sheet = useLineSheet(head);
  return (
    <LineGrid
      sheet={sheet}
      editor={{ ...editor, lines }}
      totals={totals}
      problems={problems}
      onTyped={saving.forgetProblems}
      sources={({ addFilled, focusLast }) => (
        <>
          <ProductSearch
            form={form}
            onAdd={(fill) => addFilled(fill)}
            onAddFree={(description) => addFilled((line) => ({ ...line, description }), 'supplier_id')}
            onLeaveDown={() => focusLast('quantity')}
            onEnterShop={onEnterShop}
          />
          {lines.every(isBlankLine) ? <ProductTiles onAdd={(fill) => addFilled(fill)} /> : null}
        </>
      )}
      ways={({ addFilled }) => (
        <SurchargeMenu lines={lines} onAddFilled={(fill) => addFilled(fill, 'price')} />
      )}
    />
  );
}
