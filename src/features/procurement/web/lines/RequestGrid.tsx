import type { ReactNode } from 'react';
import type { Totals } from '../../../../document/totals.ts';
import type { Problems } from '../../../../document/web/draft/problems.ts';
import { LineGrid } from '../../../../document/web/lines/LineGrid.tsx';
import type { DraftEditor } from '../draft/use-draft.ts';
import { ProductSearch } from './ProductSearch.tsx';
import { SurchargeMenu } from './SurchargeMenu.tsx';
import { useLineSheet } from './use-line-sheet.tsx';

export interface RequestGridProps {
  readonly editor: DraftEditor;
  readonly totals: Totals;
  readonly problems: Problems;
  /** Clears the errors of edited fields. */
  readonly onTyped: (places: readonly string[]) => void;
}

/** The editable lines of a request (PROC-01, PROC-07). */
export function RequestGrid({ editor, ...shared }: RequestGridProps): ReactNode {
  const { head, lines } = editor.draft;
  const sheet = useLineSheet(head);
  return (
    <LineGrid
      {...shared}
      sheet={sheet}
      editor={{ ...editor, lines }}
      sources={({ addFilled, focusLast }) => (
        <ProductSearch
          onAdd={(fill) => addFilled(fill)}
          onAddFree={(description) => addFilled((line) => ({ ...line, description }), 'supplier_id')}
          onLeaveDown={() => focusLast('quantity')}
        />
      )}
      ways={({ addFilled }) => (
        <SurchargeMenu lines={lines} onAddFilled={(fill) => addFilled(fill, 'price')} />
      )}
    />
  );
}
