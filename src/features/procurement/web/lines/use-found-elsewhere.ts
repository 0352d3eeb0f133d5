import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { debounceMs } from '../../../../platform/constants.ts';
import { useProfile } from '../../../../platform/web/profile.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { isBlankLine } from '../draft/draft.ts';
import { contractQuery, findContracts } from '../head/contracts.ts';
import { useTakeContract } from '../head/use-take-contract.ts';
import { shopsQuery } from '../punchout/carts.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';

/** Sources of lines outside the catalogue that match a typed text (PROC-41). */
export interface FoundGroup {
  readonly label: string;
  readonly options: readonly FoundOption[];
}

interface FoundOption {
  /** The option value; it differs from all product ids. */
  readonly value: string;
  readonly name: string;
  readonly note: string;
  readonly take: () => void;
}

/** The maximum number of options in one group. */
const maxOffered = 3;

/** Finds shops by name, and for a new request without lines the contracts to order from. */
export function useFoundElsewhere(
  form: ProcurementForm,
  typed: string,
  enterShop: (marketplaceId: number) => void,
): readonly FoundGroup[] {
  const { t } = useTranslation();
  const shops = useShops(form, typed);
  const contracts = useContracts(form, typed);
  const openContract = useOpenContract(form);
  const groups = [
    {
      label: t('punchout.shop'),
      options: shops.map(({ id, name }) => ({
        value: `shop-${id}`,
        name,
        note: '',
        take: () => enterShop(id),
      })),
    },
    {
      label: t('procurement.contract.title'),
      options: contracts.map(({ id, number, name, note }) => ({
        value: `contract-${id}`,
        name,
        note: [number, note].filter(Boolean).join(', '),
        take: () => openContract(id),
      })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function useShops({ editor }: ProcurementForm, typed: string) {
  const { data: shops = [] } = useQuery(shopsQuery(editor.draft.head.client?.id ?? null));
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return shops
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .slice(0, maxOffered);
}

function useContracts({ document, editor }: ProcurementForm, typed: string) {
  const [text] = useDebouncedValue(typed.trim(), debounceMs);
  const hasContracts = useProfile()?.modules.includes('contract') ?? false;
  // The lines of the contract replace those of the request.
  const isOffered = hasContracts && document === null && editor.draft.lines.every(isBlankLine);
  const { data } = useQuery({
    queryKey: ['contracts-to-order', text],
    queryFn: ({ signal }) => findContracts(text, signal),
    enabled: isOffered && text !== '',
    staleTime: 30_000,
  });
  return isOffered && text === typed.trim() ? (data ?? []).slice(0, maxOffered) : [];
}

function useOpenContract(form: ProcurementForm): (id: number) => void {
  const client = useQueryClient();
  const take = useTakeContract(form);
  return (id) => {
    client.fetchQuery(contractQuery(id)).then((contract) => {
      if (contract !== null) take(contract);
    }, toastFailure);
  };
}
