import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../platform/web/i18n.ts';
import { FieldError } from '../../platform/web/kit/FieldError.tsx';
import { focusFirstField } from '../../platform/web/kit/form-focus.ts';
import { uniqueKey } from '../../platform/web/unique-key.ts';
import { useFormat } from '../../platform/web/use-format.ts';
import { type ChildDraft, newValues } from '../draft.ts';
import type { Children, Row } from '../entity.ts';
import type { Value } from '../kind.ts';
import { emptyLabelKey, entityLabelKey, fieldLabelKey } from '../labels.ts';
import { labelKey } from '../record.ts';
import classes from './ChildRows.module.css';
import { useEntities } from './entity-catalog.tsx';
import type { FormPartProps } from './form-part-props.ts';
import { FieldInput } from './inputs/FieldInput.tsx';
import { problemText } from './labels.ts';
import { useShown } from './use-shown.ts';

/** More columns do not fit side by side: each row becomes a small form. */
const maxColumns = 7;

/** The child rows of the record: a table with inputs, or one small form per row. */
export function ChildRows({ name, ...props }: FormPartProps & { readonly name: string }): ReactNode {
  const { entity, form } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const [added, setAdded] = useState(0);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const last =
      added > 0 ? [...(section.current?.querySelectorAll('tbody tr, fieldset') ?? [])].at(-1) : null;
    if (last) focusFirstField(last);
  }, [added]);
  const children = entity.children[name];
  if (children === undefined) return null;
  const rows = form.draft.children[name] ?? [];
  // The only address is the default; a second one may take over.
  const first: Row = rows.length === 0 && 'is_default' in children.fields ? { is_default: true } : {};
  const add = (): void => {
    setAdded((count) => count + 1);
    form.changeChildren(name, [
      ...rows,
      {
        key: `new-${uniqueKey()}`,
        id: null,
        stamp: null,
        values: { ...newValues(children.fields), ...first },
      },
    ]);
  };
  const problem = form.problems.get(name);
  const isTable = children.columns.length <= maxColumns;
  const Rows = isTable ? RowTable : RowForms;
  return (
    <section ref={section} className={classes.section} aria-label={t(entityLabelKey(children.table, 'many'))}>
      {problem ? (
        <p className={classes.problem} aria-invalid="true" tabIndex={-1}>
          <FieldError>{problemText(problem, t, language)}</FieldError>
        </p>
      ) : null}
      {rows.length === 0 ? (
        <p className="quiet">{t(`entity.${children.table}.none`)}</p>
      ) : (
        <Rows {...props} name={name} declared={children} rows={rows} />
      )}
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />} onClick={add}>
          {t(entityLabelKey(children.table, 'new'))}
        </Button>
      </div>
    </section>
  );
}

interface RowsProps extends FormPartProps {
  readonly name: string;
  readonly declared: Children;
  readonly rows: readonly ChildDraft[];
}

function RowTable(props: RowsProps): ReactNode {
  const { declared, rows } = props;
  const { t } = useTranslation();
  const notes = Object.values(declared.shown ?? {}).flat();
  const shown = useShown(declared, rows, props.notes);
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {declared.columns.map((column) => (
              <th key={column} scope="col" data-kind={declared.fields[column]?.kind.input}>
                {t(fieldLabelKey(declared.table, column))}
                {declared.fields[column]?.required ? <span aria-hidden> *</span> : null}
              </th>
            ))}
            {notes.map((note) => (
              <th key={note} scope="col" data-kind="note">
                {t(fieldLabelKey('lb_user', note))}
              </th>
            ))}
            <th>
              <VisuallyHidden>{t('entity.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {declared.columns.map((column) => (
                <td key={column} data-kind={declared.fields[column]?.kind.input}>
                  <Cell {...props} row={row} column={column} isLabelHidden />
                </td>
              ))}
              {notes.map((note) => (
                <td key={note} data-kind="note">
                  <Note {...props} notes={shown} row={row} note={note} />
                </td>
              ))}
              <td className={classes.remove}>
                <RemoveButton {...props} row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A field of the referenced row, such as a person's limit (ADM-07). */
function Note({
  declared,
  notes,
  row,
  note,
}: RowsProps & { readonly row: ChildDraft; readonly note: string }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const entities = useEntities();
  const [reference] = Object.entries(declared.shown ?? {}).find(([, names]) => names.includes(note)) ?? [''];
  const table = declared.fields[reference]?.references ?? '';
  const id = row.values[reference];
  const read = typeof id === 'number' ? notes.get(labelKey(table, id)) : undefined;
  const value = read?.[note];
  if (value === null && entities.get(table)?.fields[note]?.saysEmpty) return t(emptyLabelKey(table, note));
  if (typeof value !== 'number') return null;
  return note.includes('limit') && !note.startsWith('priority')
    ? format.amount(value)
    : format.quantity(value);
}

function RowForms(props: RowsProps): ReactNode {
  const { declared, rows } = props;
  const { t } = useTranslation();
  return rows.map((row) => (
    <fieldset key={row.key} className={classes.form}>
      <legend className={classes.legend}>
        {titleOf(declared, row.values) || t(entityLabelKey(declared.table, 'one'))}
      </legend>
      <div className={classes.fields}>
        {declared.columns.map((column) => (
          <Cell key={column} {...props} row={row} column={column} />
        ))}
      </div>
      <RemoveButton {...props} row={row} />
    </fieldset>
  ));
}

function titleOf({ columns }: Children, values: Row): string {
  return String(values[columns[0] ?? ''] ?? '');
}

interface CellProps extends RowsProps {
  readonly row: ChildDraft;
  readonly column: string;
  readonly isLabelHidden?: boolean;
}

function Cell({ declared, name, rows, row, column, form, isLabelHidden = false }: CellProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const field = declared.fields[column];
  if (field === undefined) return null;
  const path = `${name}.${row.key}.${column}`;
  const problem = form.problems.get(path);
  const change = (value: Value): void => {
    const values = { ...row.values, [column]: value };
    const isTakenOver = column === 'is_default' && value === true;
    const others = isTakenOver ? rows.map(withoutDefault) : rows;
    form.changeChildren(
      name,
      others.map((each) => (each.key === row.key ? { ...each, values } : each)),
      path,
    );
  };
  return (
    <FieldInput
      of={{ table: declared.table, name: column, field }}
      value={row.values[column] ?? null}
      onChange={change}
      labels={form.labels}
      onName={form.name}
      label={t(fieldLabelKey(declared.table, column))}
      isLabelHidden={isLabelHidden}
      path={path}
      error={problem ? problemText(problem, t, language) : null}
      warning={form.warnings.get(path)}
    />
  );
}

/** At most one row is the default. */
function withoutDefault(row: ChildDraft): ChildDraft {
  return { ...row, values: { ...row.values, is_default: false } };
}

function RemoveButton({
  declared,
  name,
  rows,
  row,
  form,
}: RowsProps & { readonly row: ChildDraft }): ReactNode {
  const { t } = useTranslation();
  const label = t('entity.remove_row', {
    name: titleOf(declared, row.values) || t(entityLabelKey(declared.table, 'one')),
  });
  return (
    <Tooltip label={t('entity.remove')}>
      <ActionIcon
        aria-label={label}
        onClick={() =>
          form.changeChildren(
            name,
            rows.filter((each) => each.key !== row.key),
          )
        }
      >
        <IconTrash size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
