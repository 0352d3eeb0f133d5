import { Button } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../../platform/web/kit/SidePanel.tsx';
import { type ManualPageId, manualPageOf } from '../pages.ts';
import { EnglishOnly } from './EnglishOnly.tsx';
import classes from './HelpDrawer.module.css';
import { Keys } from './Keys.tsx';
import { ManualText } from './ManualText.tsx';
import { useManual } from './manual.ts';
import { askForTour, useTourWaits } from './tour/waiting-tour.ts';

export interface HelpDrawerProps {
  /** Whether to begin with the keys. */
  readonly atKeys: boolean;
  readonly onClose: () => void;
}

/** Manual and keys in a drawer, so that people need not leave their input. */
export function HelpDrawer({ atKeys, onClose }: HelpDrawerProps): ReactNode {
  const { t } = useTranslation();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [page, setPage] = useState<ManualPageId>(() => manualPageOf(path));
  const manual = useManual();
  return (
    <SidePanel size={520} title={t('help.drawer.title')} onClose={onClose}>
      <div className={classes.body}>
        <WaitingTour onStart={onClose} />
        {atKeys ? <KeySection /> : null}
        <h3 className={classes.title}>{t(`help.page.${page}`)}</h3>
        <Link to="/help/$page" params={{ page }} target="_blank" className={classes.apart}>
          {t('help.drawer.open_apart')}
        </Link>
        {manual === null ? null : (
          <>
            <EnglishOnly />
            <ManualText
              key={page}
              source={manual.texts[page]}
              language={manual.language}
              level={3}
              onOpen={setPage}
            />
          </>
        )}
        {atKeys ? null : <KeySection />}
      </div>
    </SidePanel>
  );
}

/** Offers the tour of the page behind the drawer (ONB-10). */
function WaitingTour({ onStart }: { readonly onStart: () => void }): ReactNode {
  const { t } = useTranslation();
  if (!useTourWaits()) return null;
  const start = (): void => {
    onStart();
    askForTour();
  };
  return (
    <Button variant="light" leftSection={<IconRoute size={16} stroke={1.6} aria-hidden />} onClick={start}>
      {t('help.tour.start')}
    </Button>
  );
}

function KeySection(): ReactNode {
  const { t } = useTranslation();
  // No landmark: the help page beneath has one of this name.
  return (
    <>
      <h3 className={classes.title}>{t('keyboard.title')}</h3>
      <Keys />
    </>
  );
}
