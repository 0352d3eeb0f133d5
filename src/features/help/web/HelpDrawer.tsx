import { Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FocusBack } from '../../../platform/web/kit/FocusBack.tsx';
import { type ManualPageId, manualPageOf } from '../pages.ts';
import { EnglishOnly } from './EnglishOnly.tsx';
import classes from './HelpDrawer.module.css';
import { Keys } from './Keys.tsx';
import { ManualText } from './ManualText.tsx';
import { useManual } from './manual.ts';

export interface HelpDrawerProps {
  /** Where the person is, such as `/invoice/form`. */
  readonly path: string;
  readonly onClose: () => void;
}

/** What the manual says about the page in view, beside it, and the keys: nobody leaves what he is typing for it. */
export function HelpDrawer({ path, onClose }: HelpDrawerProps): ReactNode {
  const { t } = useTranslation();
  const [page, setPage] = useState<ManualPageId>(() => manualPageOf(path));
  const manual = useManual();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={520}
      title={t('help.drawer.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      attributes={{ header: { role: 'presentation' } }}
      lockScroll={false}
    >
      <FocusBack />
      <div className={classes.body}>
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
        <section aria-labelledby="help-drawer-keys">
          <h3 id="help-drawer-keys" className={classes.title}>
            {t('shell.keys.title')}
          </h3>
          <Keys />
        </section>
      </div>
    </Drawer>
  );
}
