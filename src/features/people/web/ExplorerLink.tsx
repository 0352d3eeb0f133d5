import { Button } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Leads to the page where a token can be tried. */
export function ExplorerLink(): ReactNode {
  const { t } = useTranslation();
  return (
    <Button
      variant="subtle"
      color="gray"
      component={Link}
      to="/api-explorer"
      leftSection={<IconTerminal2 size={16} stroke={1.6} aria-hidden />}
    >
      {t('api_explorer.title')}
    </Button>
  );
}
