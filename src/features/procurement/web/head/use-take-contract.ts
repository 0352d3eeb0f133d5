import { useFormat } from '../../../../platform/web/use-format.ts';
import { withProposedDeliveryDate } from '../draft/draft.ts';
import { draftOfContract } from '../draft/draft-of-contract.ts';
import { useUnitPriceDecimals } from '../lines/use-unit-price-decimals.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import type { ContractRow } from './contracts.ts';

/** Fills the form of a new order from a contract (PROC-25). */
export function useTakeContract({
  editor,
}: Pick<ProcurementForm, 'editor'>): (contract: ContractRow) => void {
  const decimals = useUnitPriceDecimals();
  const format = useFormat();
  return (contract) => {
    const filled = draftOfContract(editor.draft, contract, decimals);
    editor.replace(withProposedDeliveryDate(filled, format.today()));
  };
}
