import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirstError, unreadProblems } from '../../platform/web/kit/form-focus.ts';
import { LargeDialog } from '../../platform/web/kit/LargeDialog.tsx';
import type { Entity, Row, TabPart } from '../entity.ts';
import { entityLabelKey } from '../labels.ts';
import type { RecordStore } from './entity-data.ts';
import { FormPart } from './FormPart.tsx';
import classes from './NewRecordDialog.module.css';
import { useEntityForm } from './use-entity-form.ts';

export interface NewRecordDialogProps {
  /** With only the fields of the dialog. */
  readonly entity: Entity;
  readonly parts: readonly TabPart[];
  readonly store: RecordStore;
  /** The initial values of the fields. */
  readonly start: Row;
  /** A note about the current values. */
  readonly note: (values: Row) => ReactNode;
  readonly onCreated: (id: number) => void;
  readonly onClose: () => void;
}

const nothing = new Map<string, Row>();

/** Creates a record from within another page, by the same rules as its own form. */
export function NewRecordDialog(props: NewRecordDialogProps): ReactNode {
  const { entity, parts, store, start, note, onCreated, onClose } = props;
  const { t } = useTranslation();
  const form = useEntityForm(entity, store, null, start);
  const page = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.findings > 0 && page.current) focusFirstError(page.current);
  }, [form.findings]);
  const save = async (): Promise<void> => {
    const id = await form.save(page.current ? unreadProblems(page.current) : []);
    if (id !== null) onCreated(id);
  };
  return (
    <LargeDialog title={t(entityLabelKey(entity.table, 'new'))} size={760} onClose={onClose}>
      <form
        ref={page}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!form.isPending) void save();
        }}
      >
        {note(form.draft.values)}
        <div className={classes.parts}>
          {parts.map((part) => (
            <FormPart
              key={Object.values(part).join(' ')}
              entity={entity}
              id={null}
              form={form}
              part={part}
              notes={nothing}
              secrets={[]}
              flags={[]}
            />
          ))}
        </div>
        <footer className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={form.isPending}>
            {t('entity.save')}
          </Button>
        </footer>
      </form>
    </LargeDialog>
  );
}
