import { Checkbox, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { lineKinds } from '../../model.ts';
import { withPrice } from '../draft/draft.ts';
import { findCostCenters, findLedgerAccounts, findProductGroups } from '../lookups.ts';
import type { LineEditorProps } from './LineEditor.tsx';
import classes from './LineGrid.module.css';
import { useUnitPriceDecimals } from './use-unit-price-decimals.ts';

/** What is shown here; a line that is wrong there opens by itself. */
export const detailColumns = [
  'kind',
  'cost_center_id',
  'ledger_account_id',
  'product_group_id',
  'price_unit',
  'delivery_date',
  'offer_number',
  'offer_date',
  'webshop_url',
  'image_url',
  'save_to_catalogue',
] as const;

/** The fields of a line that the advanced view adds (PROC-10). */
export function LineDetails({ line, problems, head, onChange }: LineEditorProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const clientId = head.client?.id ?? 0;
  const field = (column: string) => ({
    label: t(`field.${column}`),
    error: problems.get(`${line.key}.${column}`),
  });
  const needsCompany =
    head.client === null ? { disabled: true, placeholder: t('procurement.needs_company') } : {};
  return (
    <div className={classes.detailFields}>
      <SearchSelect
        {...field('kind')}
        required
        value={{ id: line.kind, name: t(`procurement.kind.${line.kind}`) }}
        options={lineKinds.map((id) => ({ id, name: t(`procurement.kind.${id}`) }))}
        onChange={(kind) => onChange(['kind'], (present) => ({ ...present, kind: kind?.id ?? 'item' }))}
      />
      <SearchSelect
        {...field('cost_center_id')}
        {...needsCompany}
        {...(line.is_cost_center_fixed ? { disabled: true, hint: t('procurement.cost_center_fixed') } : {})}
        value={line.cost_center}
        searchKey={['cost_center', clientId, null]}
        search={(text, signal) => findCostCenters(clientId, null, text, signal)}
        onChange={(cost_center) => onChange(['cost_center_id'], (present) => ({ ...present, cost_center }))}
      />
      <SearchSelect
        {...field('ledger_account_id')}
        {...needsCompany}
        value={line.ledger_account}
        searchKey={['ledger_account', clientId]}
        search={(text, signal) => findLedgerAccounts(clientId, text, signal)}
        onChange={(ledger_account) =>
          onChange(['ledger_account_id'], (present) => ({ ...present, ledger_account }))
        }
      />
      <SearchSelect
        {...field('product_group_id')}
        value={line.product_group}
        searchKey={['product_group']}
        search={findProductGroups}
        onChange={(product_group) =>
          onChange(['product_group_id'], (present) => ({ ...present, product_group }))
        }
      />
      {seesPrices ? (
        <>
          <PriceMode line={line} onChange={onChange} />
          <QuantityField
            {...field('price_unit')}
            value={line.price_unit ?? '1'}
            onChange={(price_unit) => onChange(['price_unit'], (present) => ({ ...present, price_unit }))}
          />
        </>
      ) : null}
      <DayField
        {...field('delivery_date')}
        value={line.delivery_date}
        onChange={(delivery_date) =>
          onChange(['delivery_date'], (present) => ({ ...present, delivery_date }))
        }
      />
      <TextField
        {...field('offer_number')}
        maxLength={60}
        value={line.offer_number}
        onChange={(offer_number) => onChange(['offer_number'], (present) => ({ ...present, offer_number }))}
      />
      <DayField
        {...field('offer_date')}
        value={line.offer_date}
        onChange={(offer_date) => onChange(['offer_date'], (present) => ({ ...present, offer_date }))}
      />
      <TextField
        {...field('webshop_url')}
        type="url"
        value={line.webshop_url}
        onChange={(webshop_url) => onChange(['webshop_url'], (present) => ({ ...present, webshop_url }))}
      />
      <TextField
        {...field('image_url')}
        type="url"
        value={line.image_url}
        onChange={(image_url) => onChange(['image_url'], (present) => ({ ...present, image_url }))}
      />
      <SaveToCatalogue line={line} onChange={onChange} error={field('save_to_catalogue').error} />
    </div>
  );
}

/** Whether the price is typed net or gross (PRICE-03). */
function PriceMode({ line, onChange }: Pick<LineEditorProps, 'line' | 'onChange'>): ReactNode {
  const { t } = useTranslation();
  const decimals = useUnitPriceDecimals();
  const label = `mode-${line.key}`;
  return (
    <div>
      <p className={classes.label} id={label}>
        {t('procurement.price_mode')}
      </p>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-labelledby={label}
        value={line.price_mode}
        data={[
          { value: 'net', label: t('procurement.net') },
          { value: 'gross', label: t('procurement.gross') },
        ]}
        onChange={(mode) =>
          onChange(['price_mode'], (present) =>
            withPrice(present, { mode: mode === 'gross' ? 'gross' : 'net' }, decimals),
          )
        }
      />
    </div>
  );
}

/** A line that was typed can become a product of the catalogue (PROC-08). */
function SaveToCatalogue(
  props: Pick<LineEditorProps, 'line' | 'onChange'> & { readonly error: string | undefined },
): ReactNode {
  const { line, onChange, error } = props;
  const { t } = useTranslation();
  if (!useHasRole('user-can-insert-product') || line.kind !== 'item' || line.product_id !== null) return null;
  return (
    <Checkbox
      className={classes.catalogue}
      label={t('field.save_to_catalogue')}
      error={error}
      checked={line.save_to_catalogue}
      onChange={({ currentTarget: { checked } }) =>
        onChange(['save_to_catalogue'], (present) => ({ ...present, save_to_catalogue: checked }))
      }
    />
  );
}
