import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconCopyPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reading } from '../../../recognition/reading.ts';
import type { InvoiceOrders } from '../orders/use-orders.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';
import { FromContract } from './FromContract.tsx';
import { FromOrder } from './FromOrder.tsx';
import { FromReading } from './FromReading.tsx';

const sources = ['order', 'contract', 'reading'] as const;
type Source = (typeof sources)[number];

export interface LineSourcesProps {
  readonly form: InvoiceForm;
  readonly reading: Reading | null;
  readonly orders: InvoiceOrders;
}

/** Buttons for the sources that lines can be taken from (INV-02, INV-03). */
export function LineSources({ form, reading, orders }: LineSourcesProps): ReactNode {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Source | null>(null);
  const { supplier, client } = form.editor.draft.head;
  const isKnown = supplier !== null && client !== null;
  const isReady = { order: isKnown, contract: isKnown, reading: (reading?.lines.length ?? 0) > 0 };
  const close = (): void => setOpened(null);
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconCopyPlus size={14} stroke={1.6} aria-hidden />}
            rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden />}
          >
            {t('invoice.take.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {sources.map((source) => (
            <Menu.Item key={source} disabled={!isReady[source]} onClick={() => setOpened(source)}>
              {t(`invoice.take.from_${source}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {opened === 'order' ? <FromOrder form={form} onClose={close} /> : null}
      {opened === 'contract' ? <FromContract form={form} onClose={close} /> : null}
      {opened === 'reading' && reading !== null ? (
        <FromReading form={form} reading={reading} orders={orders} onClose={close} />
      ) : null}
    </>
  );
}
