import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasRole } from '../../../platform/context.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { CheckboxGroup, CheckboxGroups } from '../../../platform/web/kit/CheckboxGroup.tsx';
import { FieldError } from '../../../platform/web/kit/FieldError.tsx';
import { SearchSelect } from '../../../platform/web/kit/SearchSelect.tsx';
import { choiceLabel, type NamedField } from '../labels.ts';
import { ownTemplateOptions } from '../own-templates.ts';
import classes from './RolesInput.module.css';
import { type RoleGroup, roleGroups } from './role-groups.ts';

export interface RolesInputProps {
  readonly of: NamedField;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly error: string | null;
}

/** The rights of a person by subject: the visible documents are one choice per kind, the widest first (ROLE-04). */
export function RolesInput({ of, value, onChange, error }: RolesInputProps): ReactNode {
  const groups = roleGroups(of.field.choices ?? []);
  return (
    <CheckboxGroups column={320}>
      <Templates of={of} value={value} onChange={onChange} />
      {error === null ? null : (
        <p role="alert" aria-invalid="true" tabIndex={-1} className={classes.error}>
          <FieldError>{error}</FieldError>
        </p>
      )}
      {groups.map((group) => (
        <Group key={group.name} of={of} group={group} value={value} onChange={onChange} />
      ))}
    </CheckboxGroups>
  );
}

/** Sets the rights of a template (ADM-21); shown while they are exactly these. */
function Templates({ of, value, onChange }: Omit<RolesInputProps, 'error'>): ReactNode {
  const { t } = useTranslation();
  const { templates = {}, ownTemplates } = of.field;
  const { data: own = [] } = useQuery(ownTemplateOptions(ownTemplates));
  const options = [
    ...Object.entries(templates).map(([id, roles]) => ({
      id,
      name: t(`entity.rights.templates.${id}`),
      roles,
    })),
    ...own.map(({ name, roles }) => ({ id: `own ${name}`, name, roles })),
  ];
  const held = options.find(({ roles }) => isSame(roles, value)) ?? null;
  if (options.length === 0) return null;
  return (
    <div className={classes.template}>
      <SearchSelect<string>
        label={t('entity.rights.template')}
        value={held}
        onChange={(option) => onChange(options.find(({ id }) => id === option?.id)?.roles ?? [])}
        options={options}
        placeholder={t('entity.rights.no_template')}
      />
    </div>
  );
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((role) => other.includes(role));
}

interface GroupProps {
  readonly of: NamedField;
  readonly group: RoleGroup;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

function Group({ of, group, value, onChange }: GroupProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const label = (role: string): string => choiceLabel(of, role, t, language);
  const { scopes, others } = group;
  // ROLE-02: an administrator has the other rights implicitly.
  const holds = (role: string): boolean => hasRole({ roles: value }, role);
  const isImplied = (role: string): boolean => holds(role) && !value.includes(role);
  const scope = scopes.find(holds) ?? null;
  const without = (roles: readonly string[]): readonly string[] =>
    value.filter((role) => !roles.includes(role));
  return (
    <CheckboxGroup
      legend={t(`entity.rights.${group.name}`)}
      options={others.map((role) => ({
        value: role,
        label: label(role),
        isChecked: holds(role),
        isDisabled: isImplied(role),
      }))}
      onToggle={(role, isChecked) => onChange(isChecked ? [...value, role] : without([role]))}
    >
      {scopes.length === 0 ? null : (
        <div className={classes.scope}>
          <SearchSelect<string>
            label={t(`entity.rights.scope_${group.name}`)}
            value={scope === null ? null : { id: scope, name: label(scope) }}
            onChange={(option) => onChange([...without(scopes), ...(option === null ? [] : [option.id])])}
            options={scopes.map((role) => ({ id: role, name: label(role) }))}
            placeholder={t('entity.rights.own_only')}
            disabled={scope !== null && isImplied(scope)}
          />
        </div>
      )}
    </CheckboxGroup>
  );
}
