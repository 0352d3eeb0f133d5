import { Checkbox } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultCurrency } from '../../../../platform/constants.ts';
import { AmountField } from '../../../../platform/web/kit/AmountField.tsx';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { paymentTimings, procurementTypes, usageTypes } from '../../model.ts';
import { requiredOnSubmit } from '../../required-fields.ts';
import {
  type CompanyReference,
  type HeadDraft,
  inCurrency,
  withCompany,
  withDepartment,
} from '../draft/draft.ts';
import type { Problems } from '../draft/problems.ts';
import {
  findAddresses,
  findCompanies,
  findCostCenters,
  findDepartments,
  findLedgerAccounts,
  findPersons,
  readDependents,
} from '../lookups.ts';
import classes from './HeadFields.module.css';

/** Offered beside the company's own; others stay when a document has them. */
const currencies = ['EUR', 'CHF', 'CZK', 'GBP', 'PLN', 'USD'];

export interface HeadFieldsProps {
  readonly head: HeadDraft;
  readonly problems: Problems;
  /** Nothing is saved yet: the first field is focused. */
  readonly isNew: boolean;
  /** Changes the head; `fields` names what was typed, so that its errors vanish. */
  readonly onChange: (change: (head: HeadDraft) => HeadDraft, fields: readonly string[]) => void;
  /** What the request is ordered from, where it is from a contract. */
  readonly contract: ReactNode;
}

/** The head of a request as inputs; what depends on another field waits for it with a hint (PROC-05). */
export function HeadFields(props: HeadFieldsProps): ReactNode {
  const { head, problems, isNew, onChange } = props;
  const { t } = useTranslation();
  const field = useField(head, problems);
  const set = <Name extends keyof HeadDraft>(
    name: Name,
    value: HeadDraft[Name],
    column: string = name,
  ): void => onChange((present) => ({ ...present, [name]: value }), [column]);

  return (
    <section className={classes.fields} aria-label={t('procurement.head')}>
      <div className={classes.wide}>
        <TextField
          {...field('name')}
          {...(isNew ? { autoFocus: true } : {})}
          maxLength={255}
          placeholder={t('procurement.name_placeholder')}
          value={head.name}
          onChange={(name) => set('name', name)}
        />
      </div>
      {props.contract}
      <CompanyFields {...props} />
      <SearchSelect
        {...field('delivery_address_id')}
        disabled={head.client === null}
        {...hintUnless(head.client !== null, t('procurement.needs_company'))}
        value={head.delivery_address}
        searchKey={['client_address', head.client?.id]}
        search={(text, signal) => findAddresses(head.client?.id ?? 0, text, signal)}
        onChange={(address) => set('delivery_address', address, 'delivery_address_id')}
      />
      <SearchSelect
        {...field('consignee_id')}
        value={head.consignee}
        searchKey={['lb_user']}
        search={(text, signal) => findPersons(text, signal, false)}
        onChange={(consignee) => set('consignee', consignee, 'consignee_id')}
      />
      <DayField
        {...field('delivery_date')}
        {...(head.is_delivery_date_proposed ? { hint: t('procurement.delivery_date_proposed') } : {})}
        value={head.delivery_date}
        onChange={(delivery_date) =>
          onChange(
            (present) => ({ ...present, delivery_date, is_delivery_date_proposed: false }),
            ['delivery_date'],
          )
        }
      />
      <FurtherFields {...props} />
    </section>
  );
}

/** Company, department, cost center and ledger account, each limited by those before it (PROC-04, PROC-05). */
function CompanyFields({ head, problems, onChange }: HeadFieldsProps): ReactNode {
  const { t } = useTranslation();
  const field = useField(head, problems);
  const { client, department } = head;
  const clientId = client?.id ?? 0;

  const chooseCompany = (company: CompanyReference | null): void => {
    if (company?.id === client?.id) return;
    onChange((present) => withCompany(present, company), ['client_id']);
    if (company === null) return;
    readDependents(head, company.id)
      .then((allowed) =>
        onChange((present) => (present.client?.id === company.id ? { ...present, ...allowed } : present), []),
      )
      .catch(toastFailure);
  };

  return (
    <>
      <SearchSelect
        {...field('client_id')}
        value={client}
        searchKey={['client']}
        search={findCompanies}
        onChange={(company) => chooseCompany(company as CompanyReference | null)}
      />
      <SearchSelect
        {...field('department_id')}
        disabled={client === null}
        {...hintUnless(client !== null, t('procurement.needs_company'))}
        value={department}
        searchKey={['department', clientId]}
        search={(text, signal) => findDepartments(clientId, text, signal)}
        onChange={(chosen) => onChange((present) => withDepartment(present, chosen), ['department_id'])}
      />
      <SearchSelect
        {...field('cost_center_id')}
        disabled={client === null || department === null}
        {...hintUnless(client !== null && department !== null, t('procurement.needs_department'))}
        value={head.cost_center}
        searchKey={['cost_center', clientId, department?.id]}
        search={(text, signal) => findCostCenters(clientId, department?.id ?? null, text, signal)}
        onChange={(cost_center) => onChange((present) => ({ ...present, cost_center }), ['cost_center_id'])}
      />
      <SearchSelect
        {...field('ledger_account_id')}
        disabled={client === null}
        {...hintUnless(client !== null, t('procurement.needs_company'))}
        value={head.ledger_account}
        searchKey={['ledger_account', clientId]}
        search={(text, signal) => findLedgerAccounts(clientId, text, signal)}
        onChange={(ledger_account) =>
          onChange((present) => ({ ...present, ledger_account }), ['ledger_account_id'])
        }
      />
    </>
  );
}

const furtherFields = [
  'usage_type',
  'payment_timing',
  'external_order_number',
  'currency',
  'exchange_rate',
  'rate_date',
  'billing_address_text',
  'notes',
] as const;

/** What rarely differs from its default, folded away until it is asked for or wrong. */
function FurtherFields({ head, problems, onChange }: HeadFieldsProps): ReactNode {
  const { t } = useTranslation();
  const field = useField(head, problems);
  const [isOpened, setOpened] = useState(false);
  const isWrong = furtherFields.some((name) => problems.has(`head.${name}`));
  const set = <Name extends keyof HeadDraft>(name: Name, value: HeadDraft[Name]): void =>
    onChange((present) => ({ ...present, [name]: value }), [name]);
  const usages = usageTypes.map((id) => ({ id, name: t(`procurement.usage.${id}`) }));
  const timings = paymentTimings.map((id) => ({ id, name: t(`procurement.payment.${id}`) }));
  // Only a contract makes an order from one (PROC-24).
  const types = procurementTypes
    .filter((id) => id !== 'recurring_contract' || head.contract !== null || head.type === id)
    .map((id) => ({ id, name: t(`procurement.type.${id}`) }));

  if (!isOpened && !isWrong) {
    return (
      <button type="button" className={classes.further} aria-expanded={false} onClick={() => setOpened(true)}>
        <IconChevronRight size={14} stroke={1.6} aria-hidden />
        {t('procurement.further')}
      </button>
    );
  }
  return (
    <>
      <SearchSelect
        {...field('usage_type')}
        value={chosenOf(usages, head.usage_type)}
        options={usages}
        onChange={(option) => set('usage_type', option?.id ?? null)}
      />
      <SearchSelect
        {...field('payment_timing')}
        value={chosenOf(timings, head.payment_timing)}
        options={timings}
        onChange={(option) => set('payment_timing', option?.id ?? null)}
      />
      <SearchSelect
        {...field('type')}
        required
        value={chosenOf(types, head.type)}
        options={types}
        onChange={(option) => set('type', option?.id ?? 'single_invoice')}
      />
      <TextField
        {...field('external_order_number')}
        maxLength={60}
        value={head.external_order_number}
        onChange={(text) => set('external_order_number', text)}
      />
      <CurrencyFields head={head} problems={problems} onChange={onChange} />
      <div className={classes.wide}>
        <TextField
          {...field('notes')}
          rows={2}
          maxLength={4000}
          value={head.notes}
          onChange={(text) => set('notes', text)}
        />
      </div>
      <BillingAddress
        text={head.client?.billingText ?? null}
        problem={problems.get('head.billing_address_text')}
      />
      <div className={classes.checks}>
        {(['show_notes_in_pdf', 'payment_in_advance', 'no_product_selection'] as const).map((name) => (
          <Checkbox
            key={name}
            label={t(`field.${name}`)}
            checked={head[name]}
            onChange={(event) => set(name, event.currentTarget.checked)}
          />
        ))}
      </div>
    </>
  );
}

/** Another currency than the company's needs its rate (PRICE-04). */
function CurrencyFields({
  head,
  problems,
  onChange,
}: Pick<HeadFieldsProps, 'head' | 'problems' | 'onChange'>): ReactNode {
  const field = useField(head, problems);
  const own = head.client?.currency ?? defaultCurrency;
  const choices = [...new Set([own, head.currency, ...currencies])].map((id) => ({ id, name: id }));
  return (
    <>
      <SearchSelect
        {...field('currency')}
        required
        value={chosenOf(choices, head.currency)}
        options={choices}
        onChange={(option) =>
          onChange(
            (present) => ({ ...present, ...inCurrency(present, option?.id ?? own) }),
            ['currency', 'exchange_rate'],
          )
        }
      />
      {head.currency === own ? null : (
        <>
          <AmountField
            {...field('exchange_rate')}
            required
            decimals={6}
            value={head.exchange_rate}
            onChange={(exchange_rate) =>
              onChange((present) => ({ ...present, exchange_rate }), ['exchange_rate'])
            }
          />
          <DayField
            {...field('rate_date')}
            value={head.rate_date}
            onChange={(rate_date) => onChange((present) => ({ ...present, rate_date }), ['rate_date'])}
          />
        </>
      )}
    </>
  );
}

/** Comes from the company and is changed there (PROC-06). */
function BillingAddress(props: {
  readonly text: string | null;
  readonly problem: string | undefined;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <div>
      <p className={classes.label}>{t('field.billing_address_text')}</p>
      <p className={classes.address}>{props.text ?? t('procurement.no_billing_address')}</p>
      {props.problem === undefined ? null : <p className={classes.problem}>{props.problem}</p>}
    </div>
  );
}

/** What every field hands to its input; the rules and the company say whether it is required (VAL-06, VAL-11). */
function useField(head: HeadDraft, problems: Problems) {
  const { t } = useTranslation();
  const required = new Set<string>([...requiredOnSubmit, ...(head.client?.requiredFields ?? [])]);
  return (name: string) => ({
    name: `head.${name}`,
    label: t(`field.${name}`),
    required: required.has(name),
    error: problems.get(`head.${name}`),
  });
}

function chosenOf<Choice extends { readonly id: string }>(
  choices: readonly Choice[],
  id: Choice['id'] | null,
) {
  return choices.find((choice) => choice.id === id) ?? null;
}

function hintUnless(isReady: boolean, hint: string) {
  return isReady ? {} : { placeholder: hint };
}
