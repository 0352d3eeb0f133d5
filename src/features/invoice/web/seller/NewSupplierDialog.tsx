import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Row, withFieldsOnly } from '../../../../entity/entity.ts';
import { type RecordStore, tableStore } from '../../../../entity/web/entity-data.ts';
import { NewRecordDialog } from '../../../../entity/web/NewRecordDialog.tsx';
import { ApiRefusal } from '../../../../platform/web/failure.ts';
import { supplier } from '../../../master-data/supplier.ts';
import type { Reading } from '../../../recognition/reading.ts';
import { newSupplierFields, supplierStart } from '../../new-supplier.ts';
import classes from '../doubts/Doubts.module.css';
import { identifiersOf, type SameSupplier, sameSupplierQuery, useSameSupplier } from './same-supplier.ts';

export interface NewSupplierDialogProps {
  readonly reading: Reading;
  /** Receives the ID of the new or already existing supplier. */
  readonly onChosen: (id: number) => void;
  readonly onClose: () => void;
}

/** A form for a new supplier, prefilled from the reading; each value can be corrected before saving (REC-05). */
export function NewSupplierDialog({ reading, onChosen, onClose }: NewSupplierDialogProps): ReactNode {
  const names = newSupplierFields;
  const read = supplierStart(reading);
  const asked = withFieldsOnly(supplier, names);
  const start = Object.fromEntries(Object.entries(read).filter(([name]) => names.includes(name)));
  return (
    <NewRecordDialog
      entity={asked}
      parts={supplier.tabs
        .flatMap(({ parts }) => parts)
        .filter((part) => 'field' in part && names.includes(part.field))}
      store={useOnceOnly(tableStore(asked, new Map()), read)}
      start={start}
      note={(values) => <SameSupplierNote values={{ ...read, ...values }} onChosen={onChosen} />}
      onCreated={onChosen}
      onClose={onClose}
    />
  );
}

/** Refuses a supplier if another one has the same VAT ID or account. */
function useOnceOnly(store: RecordStore, read: Row): RecordStore {
  const client = useQueryClient();
  return {
    ...store,
    save: async (before, after) => {
      const [vatId, iban] = identifiersOf({ ...read, ...after.values });
      const isKnown = vatId !== '' || iban !== '';
      const same = isKnown
        ? await client.fetchQuery({ ...sameSupplierQuery([vatId, iban]), staleTime: 0 })
        : null;
      if (same === null) return await store.save(before, after);
      const field = vatId === '' ? 'iban' : 'vat_number';
      throw new ApiRefusal({ code: 'unique_violation', field, message: '' });
    },
  };
}

interface SameSupplierNoteProps {
  readonly values: Row;
  readonly onChosen: (id: number) => void;
}

function SameSupplierNote({ values, onChosen }: SameSupplierNoteProps): ReactNode {
  const same = useSameSupplier(values);
  return same === null ? null : (
    <section className={classes.inDialog}>
      <KnownSupplier same={same} onChosen={onChosen} />
    </section>
  );
}

/** Shows the existing supplier with a button to choose it, unless it is inactive. */
export function KnownSupplier({
  same: { id, name, active },
  onChosen,
}: Pick<SameSupplierNoteProps, 'onChosen'> & { readonly same: SameSupplier }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <IconAlertTriangle size={18} stroke={1.6} className={classes.warning} aria-hidden />
      <span role="status" className={classes.text}>
        {t(active ? 'invoice.seller.known' : 'invoice.seller.inactive', { name })}
      </span>
      {active ? (
        <Button size="compact-sm" variant="default" onClick={() => onChosen(id)}>
          {t('invoice.seller.take')}
        </Button>
      ) : null}
    </>
  );
}
