import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEntities } from '../../../entity/web/entity-catalog.tsx';
import { EntitySheet } from '../../../entity/web/sheet/EntitySheet.tsx';
import type { OnboardingPart } from '../model.ts';
import classes from './Onboarding.module.css';

/** Links to the table view and file import, with the usual validation (ONB-02, SHEET-01, ADM-20). */
export function TableStep({ part }: { readonly part: OnboardingPart }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const entities = useEntities();
  const entity = entities.get(part);
  if (entity === undefined) return null;
  return (
    <>
      <p className={classes.hint}>{t('onboarding.step.table_text')}</p>
      <div className={classes.table}>
        <EntitySheet
          entity={entity}
          entities={entities}
          onOpen={(id) =>
            void navigate({ to: '/admin/$entity/form', params: { entity: entity.route }, search: { id } })
          }
        />
      </div>
    </>
  );
}
