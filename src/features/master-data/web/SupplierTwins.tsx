import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { normalRow } from '../../../entity/problems.ts';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { supplier } from '../supplier.ts';
import classes from './SupplierBank.module.css';
import {
  mergedOptions,
  mergeSupplier,
  type NamingValues,
  type Twin,
  twinsOfOptions,
} from './supplier-twins-data.ts';

const typingPauseMs = 300;

const noNames: NamingValues = { vat_number: null, tax_number: null, iban: null };

/** For the tab with numbers; accounts have their own notice. */
export function SupplierTwins(props: HandPartProps): ReactNode {
  return <TwinsOf {...props} shared={['vat_number', 'tax_number']} />;
}

/** For the payment tab. */
export function AccountTwins(props: HandPartProps): ReactNode {
  return <TwinsOf {...props} shared={['iban']} />;
}

interface TwinsOfProps extends HandPartProps {
  readonly shared: readonly (keyof NamingValues)[];
}

/** Warns during typing that another supplier has the same number or account, and merges the two (ADM-22). */
function TwinsOf({ id, draft, shared: wanted }: TwinsOfProps): ReactNode {
  const { t } = useTranslation();
  const given = Object.fromEntries(wanted.map((name) => [name, draft.values[name] ?? null]));
  const typed: NamingValues = { ...noNames, ...normalRow(supplier.fields, given) };
  const [values] = useDebouncedValue(typed, typingPauseMs);
  const { data: groups = [] } = useQuery(twinsOfOptions(id, values));
  const { data: merged = null } = useQuery(mergedOptions(id));
  // A merged supplier keeps its numbers.
  if (groups.length === 0 || merged !== null) return null;
  return (
    <section className={classes.bank} aria-label={t('entity.supplier.twins.here')} aria-live="polite">
      {groups.map(({ shared, suppliers }) => (
        <div key={shared} className={classes.waiting}>
          <IconAlertTriangle size={18} stroke={1.6} className={classes.icon} aria-hidden />
          <div className={classes.text}>
            <strong>{t(`entity.supplier.twins.same.${shared}`)}</strong>
            {suppliers.map((twin) => (
              <TwinLine key={twin.id} id={id} name={String(draft.values.name ?? '')} twin={twin} />
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

interface TwinLineProps {
  readonly id: number | null;
  readonly name: string;
  readonly twin: Twin;
}

function TwinLine({ id, name, twin }: TwinLineProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { isPending, perform } = useAction();
  const action = t('entity.supplier.twins.merge_into', { name: twin.name });
  const merge = async (): Promise<void> => {
    if (id === null) return;
    await perform(() => mergeSupplier(id, twin.id).then(() => toastSaved()));
    setOpen(false);
  };
  return (
    <div className={classes.actions}>
      <TwinLink twin={twin} />
      {id !== null && twin.active ? (
        <Button size="compact-sm" variant="default" aria-label={action} onClick={() => setOpen(true)}>
          {t('entity.supplier.twins.merge')}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={isOpen}
        title={t('entity.supplier.twins.merge_title', { name, into: twin.name })}
        actionLabel={t('entity.supplier.twins.merge')}
        isPending={isPending}
        onConfirm={() => void merge()}
        onClose={() => setOpen(false)}
      >
        {t('entity.supplier.twins.merge_text', { name, into: twin.name })}
      </ConfirmDialog>
    </div>
  );
}

/** Links to the form of a supplier, labelled with name and number. */
export function TwinLink({ twin }: { readonly twin: Twin }): ReactNode {
  const { t } = useTranslation();
  const { id, name, external_id, active } = twin;
  const shownName = external_id === null ? name : `${name} (${external_id})`;
  return (
    <Link to="/admin/$entity/form" params={{ entity: 'supplier' }} search={{ id }}>
      {active ? shownName : t('entity.supplier.twins.inactive', { name: shownName })}
    </Link>
  );
}
