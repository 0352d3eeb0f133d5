import { Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SetupNotice } from '../../features/configuration/web/SetupNotice.tsx';
import { ExportProgress } from '../../features/overview/web/ExportProgress.tsx';
import { ImpersonationBar } from '../../features/session/web/ImpersonationBar.tsx';
import { loadChunk } from '../../platform/web/chunk.ts';
import { adoptLanguage } from '../../platform/web/i18n.ts';
import { useProfile } from '../../platform/web/profile.ts';
import classes from './Shell.module.css';
import { TopBar } from './TopBar.tsx';

const loadPalette = () => loadChunk(() => import('./Palette.tsx'));
const Palette = lazy(() => loadPalette().then((chunk) => ({ default: chunk.Palette })));
const KeyList = lazy(() =>
  loadChunk(() => import('./KeyList.tsx')).then((chunk) => ({ default: chunk.KeyList })),
);

/** Pages come first. */
const paletteAfterMs = 1500;

/** Top bar and page; what every page behind the login has around it. */
export function Shell(): ReactNode {
  const { t } = useTranslation();
  const profile = useProfile();
  const [overlay, setOverlay] = useState<'palette' | 'keys' | null>(null);
  useShellKeys(setOverlay);
  useEffect(() => {
    if (profile !== null) void adoptLanguage(profile.language, profile.mainLanguage);
  }, [profile]);
  useEffect(() => {
    // What is typed right after Ctrl+K must not get lost while it loads.
    const timer = setTimeout(() => loadPalette().catch(() => {}), paletteAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const close = (): void => setOverlay(null);
  return (
    <div className={classes.shell}>
      <a href="#page" className={classes.skip}>
        {t('shell.skip_to_page')}
      </a>
      <TopBar onSearch={() => setOverlay('palette')} />
      <main id="page" className={classes.page} tabIndex={-1}>
        <SetupNotice />
        <Outlet />
      </main>
      <ImpersonationBar />
      <ExportProgress />
      <Suspense fallback={null}>
        {overlay === 'palette' ? <Palette onClose={close} onShowKeys={() => setOverlay('keys')} /> : null}
        {overlay === 'keys' ? <KeyList onClose={close} /> : null}
      </Suspense>
    </div>
  );
}

/**
 * `Ctrl+K` searches everything, `/` on the page where it has a search of its own, `?` shows the keys; the last two only
 * while nobody types.
 */
function useShellKeys(open: (overlay: 'palette' | 'keys') => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping;
    if (isPalette || (isPlain && event.key === '/')) {
      event.preventDefault();
      const own = isPalette ? null : document.querySelector<HTMLElement>('[data-page-search]');
      if (own === null) open('palette');
      else own.focus();
    } else if (isPlain && event.key === '?') {
      event.preventDefault();
      open('keys');
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
