import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionBar } from '../../platform/web/kit/ActionBar.tsx';
import type { Tab } from '../entity.ts';
import classes from './EntityForm.module.css';
import { FormNotice } from './FormNotice.tsx';
import type { EntityFormState } from './use-entity-form.ts';

interface PageFormProps {
  readonly page: RefObject<HTMLFormElement | null>;
  readonly isReadOnly: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The page as a form, so that Enter in a field saves. */
export function PageForm({ page, isReadOnly, onSubmit, children }: PageFormProps): ReactNode {
  return (
    <form
      ref={page}
      className={classes.page}
      noValidate
      // Without a focusable field, the keyboard scrolls the form itself.
      {...(isReadOnly && { tabIndex: 0 })}
      onSubmit={(event) => {
        // Submit events of dialogs inside the page bubble up to this form.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onSubmit();
      }}
    >
      {isReadOnly ? (
        <fieldset className={classes.fields} disabled>
          {children}
        </fieldset>
      ) : (
        children
      )}
      {/* Lets Enter in a field save. */}
      <button type="submit" hidden />
    </form>
  );
}

interface SaveBarProps {
  readonly form: EntityFormState;
  readonly tabs: readonly Tab[];
  /** Null: there is nothing to save. */
  readonly onSave: (() => void) | null;
  readonly onDiscard: (() => void) | null;
}

export function SaveBar({ form, tabs, onSave, onDiscard }: SaveBarProps): ReactNode {
  const { t } = useTranslation();
  const { isPending } = form;
  const keys = t('shell.key.ctrl_s');
  return (
    <ActionBar
      main={onSave && { key: 'save', label: t('entity.save'), keys, onRun: onSave, isPending }}
      second={onDiscard && { key: 'discard', label: t('entity.discard'), onRun: onDiscard }}
    >
      <FormNotice form={form} tabs={tabs} />
    </ActionBar>
  );
}
