import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { SearchSelect } from '../../../platform/web/kit/SearchSelect.tsx';
import type { Kind } from '../../kind.ts';
import type { Reference } from '../draft/reference.ts';
import { findPersons } from '../lookups.ts';
import classes from './ActionDialog.module.css';

/** A role that the submit asks for, with its possible persons, best first. */
export interface AskedRole {
  /** The argument of the command. */
  readonly argument: string;
  readonly persons: readonly Reference[];
}

export interface SubmitDialogProps {
  readonly kind: Kind;
  /** The roles with several choices or none. */
  readonly asked: readonly AskedRole[];
  readonly onSubmit: (persons: Readonly<Record<string, number>>) => void;
  readonly onClose: () => void;
}

/** Asks for persons, such as who places the order, where the settings leave a choice (RDEF-05). */
export function SubmitDialog({ kind, asked, onSubmit, onClose }: SubmitDialogProps): ReactNode {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Readonly<Record<string, Reference | null>>>(() =>
    Object.fromEntries(asked.map(({ argument, persons }) => [argument, persons[0] ?? null])),
  );
  const [isTried, setTried] = useState(false);
  const submit = (): void => {
    setTried(true);
    const persons = Object.entries(chosen).flatMap(([argument, person]) =>
      person ? [[argument, person.id] as const] : [],
    );
    if (persons.length === asked.length) onSubmit(Object.fromEntries(persons));
  };
  return (
    <ConfirmDialog
      opened
      title={t('document.dialog.submit.title')}
      actionLabel={t(`${kind.name}.actions.submit`)}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>{t('document.dialog.submit.text')}</p>
      <div className={classes.fields}>
        {asked.map(({ argument }) => (
          <SearchSelect
            key={argument}
            label={t(`${kind.name}.role.${argument}`)}
            required
            error={isTried && !chosen[argument] ? t('error.person_required') : null}
            value={chosen[argument] ?? null}
            searchKey={['lb_user', 'with-groups']}
            search={(text, signal) => findPersons(text, signal, true)}
            onChange={(person) => setChosen({ ...chosen, [argument]: person })}
          />
        ))}
      </div>
    </ConfirmDialog>
  );
}
