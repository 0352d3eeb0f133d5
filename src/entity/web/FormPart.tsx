import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../platform/web/i18n.ts';
import { useProfile } from '../../platform/web/profile.ts';
import { fieldLabelKey, sectionHintKey, sectionLabelKey } from '../labels.ts';
import { ChildRows } from './ChildRows.tsx';
import { useCatalog } from './entity-catalog.tsx';
import classes from './FormPart.module.css';
import type { FormPartProps } from './form-part-props.ts';
import { FieldInput } from './inputs/FieldInput.tsx';
import { TranslatedName } from './inputs/TranslatedName.tsx';
import { LinkList } from './LinkList.tsx';
import { problemText } from './labels.ts';

/** One declared part of a tab. */
export function FormPart(props: FormPartProps): ReactNode {
  const { entity, id, form, part } = props;
  const { t } = useTranslation();
  const { hands } = useCatalog();
  if ('when' in part && part.when?.(form.draft.values) === false) return null;
  if ('section' in part) {
    return (
      <div className={classes.section}>
        <h2>{t(sectionLabelKey(entity.table, part.section))}</h2>
        {part.hint ? <p>{t(sectionHintKey(entity.table, part.section))}</p> : null}
      </div>
    );
  }
  if ('field' in part) return <FieldPart {...props} name={part.field} width={part.width ?? 'third'} />;
  if ('children' in part) return <ChildRows {...props} name={part.children} />;
  if ('links' in part) return <LinkList entity={entity} form={form} name={part.links} />;
  const Hand = hands[part.hand];
  return Hand ? (
    <div className={classes.full}>
      <Hand entity={entity} id={id} draft={form.draft} onChange={form.change} />
    </div>
  ) : null;
}

function FieldPart({
  entity,
  id,
  form,
  name,
  width,
  secrets,
  flags,
}: FormPartProps & { readonly name: string; readonly width: string }): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const { waiting: Waiting } = useCatalog();
  const isMultilingual = useProfile()?.isMultilingual ?? false;
  const field = entity.fields[name];
  // A computed field needs a stored record.
  if (field === undefined || (field.computed && id === null)) return null;
  const isNegative = field.price && String(form.draft.values[name] ?? '').startsWith('-');
  const problem = form.problems.get(name);
  const error = problem ? problemText(problem, t, language) : null;
  if (name === 'name' && isMultilingual && 'translations' in entity.fields) {
    const wrong = form.problems.get('translations');
    return (
      <TranslatedName
        table={entity.table}
        draft={form.draft}
        onChange={form.change}
        error={wrong ? problemText(wrong, t, language) : error}
        warning={form.warnings.get('name')}
      />
    );
  }
  return (
    <div className={classes[width]} data-field={name} data-negative={isNegative || undefined}>
      <FieldInput
        of={{ table: entity.table, name, field }}
        value={form.draft.values[name] ?? null}
        onChange={(value) => form.change(name, value)}
        labels={form.labels}
        onName={form.name}
        label={t(fieldLabelKey(entity.table, name))}
        path={name}
        error={error}
        warning={form.warnings.get(name)}
        flags={flags}
        isKept={secrets.includes(name)}
        disabled={field.computed === true || (field.fixed === true && id !== null)}
      />
      {Waiting === null || id === null ? null : <Waiting table={entity.table} id={id} field={name} />}
    </div>
  );
}
