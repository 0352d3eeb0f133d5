import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconTruck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LineDraft } from '../draft/draft.ts';
import { chargingSuppliers, type Surcharge, surcharges, withSurcharge } from './surcharges.ts';

export interface SurchargeMenuProps {
  readonly lines: readonly LineDraft[];
  /** Adds a prefilled line. */
  readonly onAddFilled: (fill: (line: LineDraft) => LineDraft) => void;
}

/** Adds freight and other surcharges of a supplier (PROC-34). */
export function SurchargeMenu({ lines, onAddFilled }: SurchargeMenuProps): ReactNode {
  const { t } = useTranslation();
  const suppliers = chargingSuppliers(lines);
  const choices = suppliers.length === 0 ? [null] : suppliers;
  const add = (surcharge: Surcharge, from: (typeof choices)[number]): void =>
    onAddFilled((line) => withSurcharge(line, surcharge, t(`procurement.surcharge.${surcharge}`), from));
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconTruck size={14} stroke={1.6} aria-hidden />}
          rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden />}
        >
          {t('procurement.add_surcharge')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {choices.map((from) => (
          <div key={from?.supplier?.id ?? from?.new_supplier ?? 'any'}>
            {from === null ? null : <Menu.Label>{from.supplier?.name ?? from.new_supplier}</Menu.Label>}
            {surcharges.map((surcharge) => (
              <Menu.Item key={surcharge} onClick={() => add(surcharge, from)}>
                {t(`procurement.surcharge.${surcharge}`)}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
