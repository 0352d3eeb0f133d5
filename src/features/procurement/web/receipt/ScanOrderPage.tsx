import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gql } from '../../../../platform/web/api.ts';
import { PageTitleRow } from '../../../../platform/web/kit/PageTitleRow.tsx';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { type ScannedCode, scannedCode, typedOrderNumber } from '../../scanned-code.ts';
import { ScanPanel } from './ScanPanel.tsx';

/** `/receive`: the code or number of an order opens its goods receipt (MOB-05). */
export function ScanOrderPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const openOrder = (id: number): void =>
    void navigate({ to: '/receive/$id', params: { id: String(id) }, replace: true });

  const answer = async (code: ScannedCode): Promise<string | null> => {
    switch (code.kind) {
      case 'order':
        openOrder(code.procurementId);
        return null;
      case 'order_number': {
        const id = await orderOfNumber(code.number);
        if (id === null) return t('procurement.scan.no_order', { number: code.number });
        openOrder(id);
        return null;
      }
      case 'article':
        return t('procurement.scan.article_first');
      case 'foreign':
        return t('procurement.scan.foreign', { host: code.host });
      case 'nothing':
        return t('procurement.scan.nothing');
    }
  };
  const take = (code: ScannedCode): void => void answer(code).then(setProblem).catch(toastFailure);
  return (
    <>
      <PageTitleRow
        title={t('procurement.scan.title')}
        onBack={() => void navigate({ to: '/overview', search: {} })}
      />
      <ScanPanel
        hint={t('procurement.scan.intro')}
        typed={{ label: t('procurement.scan.order_number'), button: t('procurement.scan.open') }}
        answer={problem}
        isProblem
        onCode={(text) => take(scannedCode(text, window.location.host))}
        onTyped={(text) => {
          const code = scannedCode(text, window.location.host);
          take((code.kind === 'article' ? typedOrderNumber(code) : null) ?? code);
        }}
      />
    </>
  );
}

/** The order with this number, among those that the person sees. */
async function orderOfNumber(number: string): Promise<number | null> {
  const query = `query ($number: String!) {
    procurement(where: { order_number_formatted: { _eq: $number } }, limit: 1) { id }
  }`;
  const { procurement } = await gql<{ procurement: readonly { readonly id: number }[] }>(query, { number });
  return procurement[0]?.id ?? null;
}
