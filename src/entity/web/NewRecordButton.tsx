import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../entity.ts';
import { entityLabelKey } from '../labels.ts';

/** Opens the form of a new record, for lists outside of the administration area. */
export function NewRecordButton({ table, route }: Pick<Entity, 'table' | 'route'>): ReactNode {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/admin/$entity/form" params={{ entity: route }} />}
    >
      {t(entityLabelKey(table, 'new'))}
    </Button>
  );
}
