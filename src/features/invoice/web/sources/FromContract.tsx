import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountOf } from '../../../../base/money.ts';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { SearchSelect, type SelectOption } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { isBlankLine } from '../draft.ts';
import { contractQuery, findContracts, withLinesOfContract } from './contracts.ts';
import type { SourceProps } from './FromOrder.tsx';
import { TakeLinesDialog } from './TakeLinesDialog.tsx';

/** Takes over lines from a contract between company and supplier (INV-03). */
export function FromContract({ form, onClose }: SourceProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { editor, saving } = form;
  const { head, lines: present } = editor.draft;
  const [option, setOption] = useState<SelectOption | null>(head.contract);
  const supplierId = head.supplier?.id ?? 0;
  const clientId = head.client?.id ?? 0;
  const loaded = useQuery({ ...contractQuery(option?.id ?? 0), enabled: option !== null });
  const contract = option === null ? null : (loaded.data ?? null);
  const { currency } = contract ?? head;
  return (
    <TakeLinesDialog
      key={contract?.id ?? 0}
      title={t('invoice.take.from_contract')}
      chooser={
        <SearchSelect
          label={t('field.contract_id')}
          required
          error={loaded.error ? failureText(loaded.error) : undefined}
          value={option}
          searchKey={['invoice-contract-of', supplierId, clientId]}
          search={(text, signal) => findContracts({ supplierId, clientId }, text, signal)}
          onChange={setOption}
        />
      }
      nothing={t(option === null ? 'invoice.take.choose_contract' : 'invoice.take.nothing')}
      lines={(contract?.contract_lines ?? []).map((line) => ({
        key: String(line.id),
        name: line.name ?? '',
        detail: [line.item_number, line.quantity === null ? null : format.quantity(line.quantity)]
          .filter(Boolean)
          .join(', '),
        amount: line.total === null ? null : format.amount(amountOf(line.total), { currency }),
        isProposed: true,
      }))}
      hasLines={present.some((line) => !isBlankLine(line))}
      onTake={(keys, isReplacing) => {
        if (contract === null) return;
        const chosen = new Set([...keys].map(Number));
        editor.change((draft) => withLinesOfContract(draft, contract, chosen, isReplacing));
        saving.forgetProblems(['head.contract_id', 'head.total_brutto', 'head.tax_rows']);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
