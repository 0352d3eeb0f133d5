import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountOrNull } from '../../../../base/money.ts';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { FocusBack } from '../../../../platform/web/kit/FocusBack.tsx';
import { SearchSelect, type SelectOption } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { type ContractRow, contractQuery, findContracts } from './contracts.ts';
import classes from './SelectContractDialog.module.css';
import { useTakeContract } from './use-take-contract.ts';

/** Asks for the contract of a new order if the URL requests it (NAV-03, PROC-25). */
export function SelectContract({ form }: { readonly form: ProcurementForm }): ReactNode {
  const { 'select-contract': isOpen, contract_id: proposedId } = useSearch({ strict: false });
  const navigate = useNavigate();
  const take = useTakeContract(form);
  if (form.document !== null || !isOpen) return null;
  const close = (): void =>
    void navigate({ to: '/procurement/form', search: {}, replace: true, ignoreBlocker: true });
  return (
    <SelectContractDialog
      proposedId={proposedId ?? null}
      onChosen={(contract) => {
        take(contract);
        close();
      }}
      onClose={close}
    />
  );
}

interface SelectContractDialogProps {
  /** The contract whose page opened the form (CON-07). */
  readonly proposedId: number | null;
  readonly onChosen: (contract: ContractRow) => void;
  readonly onClose: () => void;
}

/** Selects one active contract and previews it. */
function SelectContractDialog({ proposedId, onChosen, onClose }: SelectContractDialogProps): ReactNode {
  const { t } = useTranslation();
  const [chosen, setOption] = useState<SelectOption | null>();
  const [isTried, setTried] = useState(false);
  const id = chosen === undefined ? proposedId : (chosen?.id ?? null);
  const loaded = useQuery({ ...contractQuery(id ?? 0), enabled: id !== null });
  const contract = id === null ? undefined : loaded.data;
  const option = chosen === undefined ? optionOf(contract) : chosen;
  const submit = async (): Promise<void> => {
    setTried(true);
    if (option === null) return;
    const { data: latest } = await loaded.refetch();
    if (latest) onChosen(latest);
  };
  const missing = isTried && option === null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('procurement.contract.title')}
      withCloseButton={false}
      size={520}
    >
      <FocusBack />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className={classes.text}>{t('procurement.contract.text')}</p>
        <SearchSelect
          label={t('field.contract_id')}
          required
          placeholder={t('procurement.contract.placeholder')}
          error={
            missing
              ? t('error.specific_field_required', { field: t('field.contract_id') })
              : loaded.error
                ? failureText(loaded.error)
                : contract === null
                  ? t('error.not_found')
                  : null
          }
          value={option}
          searchKey={['contract']}
          search={findContracts}
          onChange={setOption}
        />
        <div aria-live="polite">{contract ? <Preview contract={contract} /> : null}</div>
        <div className="dialog-buttons">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit">{t('procurement.contract.take')}</Button>
        </div>
      </form>
    </Modal>
  );
}

/** The proposed contract as an option, once loaded. */
function optionOf(contract: ContractRow | null | undefined): SelectOption | null {
  if (!contract) return null;
  return { id: contract.id, number: contract.contract_number_formatted, name: contract.name ?? '' };
}

function Preview({ contract }: { readonly contract: ContractRow }): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const { client, supplier, end_date, usage_type, contract_lines: lines } = contract;
  return (
    <dl className={classes.facts}>
      <Fact label={t('field.supplier_id')}>{supplier?.name}</Fact>
      <Fact label={t('field.client_id')}>{client?.name}</Fact>
      <Fact label={t('procurement.contract.end')}>{end_date && <DayText day={end_date} />}</Fact>
      <Fact label={t('field.usage_type')}>{usage_type && t(`procurement.usage.${usage_type}`)}</Fact>
      <Fact label={t('procurement.tab.items')}>{lines.length}</Fact>
      {seesPrices ? (
        <Fact label={t('procurement.net_label')}>
          <Amount
            value={amountOrNull(contract.total_netto) ?? '0'}
            currency={contract.currency}
            decimals={2}
          />
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children ?? '–'}</dd>
    </div>
  );
}
