import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentActions } from '../../../../document/web/steps/use-document-actions.ts';
import { refusalText } from '../../../../platform/web/failure-text.ts';
import { toastNote } from '../../../../platform/web/toasts.tsx';
import type { ProcurementDocument } from '../document.ts';

/**
 * Opens the goods receipt if the address asks for it, once, or says why there is none (MOB-05). Reloading the page
 * does not open it again.
 */
export function useAskedReceipt(document: ProcurementDocument | null, actions: DocumentActions): void {
  const { receive: isAsked = false } = useSearch({ strict: false });
  const { t } = useTranslation();
  const navigate = useNavigate();
  const answered = useRef(false);
  useEffect(() => {
    if (!isAsked) answered.current = false;
    if (!isAsked || document === null || answered.current) return;
    answered.current = true;
    void navigate({
      to: '/procurement/form',
      search: { id: document.id },
      replace: true,
      ignoreBlocker: true,
    });
    const action = document.actions.find(({ key }) => key === 'receive');
    if (action?.enabled) return actions.take(action);
    const reason = action?.refusal && refusalText(action.refusal.code, action.refusal.values);
    toastNote(reason ?? t('procurement.scan.not_receivable'));
  });
}
