import { Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentHistoryProvider } from '../../document/web/document-history.ts';
import { ListedProvider } from '../../document/web/listed-kind.ts';
import { useImportsElsewhere } from '../../entity/web/sheet/imports-under-way.ts';
import { loadChunk, loadFirstChunk } from '../../platform/web/chunk.ts';
import { useExports } from '../../platform/web/exports-under-way.ts';
import { adoptLanguage, useLanguage } from '../../platform/web/i18n.ts';
import { loadHintBubble } from '../../platform/web/kit/Hint.tsx';
import { useKeyDown } from '../../platform/web/kit/use-key-down.ts';
import { useHasNetwork } from '../../platform/web/network.ts';
import { useWaitingCount } from '../../platform/web/offline.ts';
import { useHasRole, useIsAuditor, useProfile } from '../../platform/web/profile.ts';
import { queryClient } from '../../platform/web/query.ts';
import { useSession } from '../../platform/web/session.ts';
import { usePart } from '../../platform/web/use-part.ts';
import { DocumentHistory } from './DocumentHistory.tsx';
import { followChanges } from './follow-changes.ts';
import { listed } from './kinds.ts';
import { offerNewVersion } from './new-version.tsx';
import { loadOfflinePart } from './offline/provide.ts';
import classes from './Shell.module.css';
import { TopBar } from './TopBar.tsx';
import { useTypedAhead } from './use-typed-ahead.ts';

const loadPalette = () => loadChunk(() => import('./Palette.tsx'));
const loadHelp = () => loadChunk(() => import('../../features/help/web/Help.tsx'));
const SetupNotice = lazy(() =>
  loadChunk(() => import('../../features/onboarding/web/SetupNotice.tsx')).then((chunk) => ({
    default: chunk.SetupNotice,
  })),
);
const AuditorBar = lazy(() =>
  loadChunk(() => import('../../features/auditor/web/AuditorBar.tsx')).then((chunk) => ({
    default: chunk.AuditorBar,
  })),
);
const ImpersonationBar = lazy(() =>
  loadFirstChunk(() => import('../../features/session/web/ImpersonationBar.tsx')).then((chunk) => ({
    default: chunk.ImpersonationBar,
  })),
);
const ExportProgress = lazy(() =>
  loadFirstChunk(() => import('../../features/overview/web/export/ExportProgress.tsx')).then((chunk) => ({
    default: chunk.ExportProgress,
  })),
);

const ImportsElsewhere = lazy(() =>
  loadChunk(() => import('../../entity/web/sheet/ImportsElsewhere.tsx')).then((chunk) => ({
    default: chunk.ImportsElsewhere,
  })),
);

/** Without network the part may be missing as well; the pages must not break on that. */
const loadOfflineLine = () => loadOfflinePart().catch(() => ({ OfflineLine: PlainLine }));

// Once, when this chunk loads: without a login there are no live updates.
followChanges(queryClient, listed.kinds, () => void offerNewVersion());

/** The frame of every page after login: the kinds of documents, top bar and page. */
export function Shell(): ReactNode {
  return (
    <ListedProvider value={listed}>
      <DocumentHistoryProvider value={DocumentHistory}>
        <Frame />
      </DocumentHistoryProvider>
    </ListedProvider>
  );
}

/** Opens above the page. */
type Overlay = 'palette' | 'keys' | 'help';

function Frame(): ReactNode {
  const { t } = useTranslation();
  const profile = useProfile();
  const isActing = useSession()?.isImpersonating === true;
  const isAdmin = useHasRole('user-admin') && !isActing;
  const isAuditing = useIsAuditor();
  const hasExports = useExports().length > 0;
  const hasImports = useImportsElsewhere().length > 0;
  const hasNetwork = useHasNetwork();
  const needsLine = useWaitingCount() > 0 || !hasNetwork;
  const offline = usePart(loadOfflineLine, needsLine);
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  useShellKeys(setOverlay);
  useRefreshedNames();
  useQuickEscape();
  useEffect(() => {
    if (profile !== null) void adoptLanguage(profile.language, profile.mainLanguage);
  }, [profile]);
  const palette = usePart(loadPalette, overlay === 'palette');
  const [typedAhead, setTypedAhead] = useState('');
  useTypedAhead(overlay === 'palette' && palette === null, setTypedAhead);
  const help = usePart(loadHelp, overlay === 'help');
  // Preloads the chunk of hints.
  usePart(loadHintBubble, false);
  const close = (): void => {
    setOverlay(null);
    setTypedAhead('');
  };
  return (
    <div className={classes.shell}>
      <a href="#page" className={classes.skip}>
        {t('shell.skip_to_page')}
      </a>
      <TopBar onSearch={() => setOverlay('palette')} onHelp={() => setOverlay('help')} />
      <main id="page" className={classes.page} tabIndex={-1}>
        <Suspense fallback={null}>{isAdmin ? <SetupNotice /> : null}</Suspense>
        <Outlet />
      </main>
      <Suspense fallback={null}>
        {isAuditing ? <AuditorBar /> : null}
        {isActing ? <ImpersonationBar /> : null}
        {hasExports ? <ExportProgress /> : null}
        {hasImports ? <ImportsElsewhere /> : null}
      </Suspense>
      {offline !== null && needsLine ? <offline.OfflineLine /> : null}
      {overlay === 'palette' && palette !== null ? (
        <palette.Palette start={typedAhead} onClose={close} onShowKeys={() => setOverlay('keys')} />
      ) : null}
      {help === null ? null : <help.Help shown={overlay} onClose={close} />}
    </div>
  );
}

function PlainLine(): ReactNode {
  const { t } = useTranslation();
  return <p role="status">{t('shell.offline')}</p>;
}

/** A menu handles Escape only once it has the focus; this closes it before that, too. */
function useQuickEscape(): void {
  useKeyDown((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const opener = document.activeElement?.closest<HTMLElement>(
      '[aria-haspopup="menu"][aria-expanded="true"]',
    );
    if (!opener || opener.closest('[role="menu"]')) return;
    event.preventDefault();
    opener.click();
  });
}

/** Cached data contain names in the language of their query; a change of language reloads them (I18N-07). */
function useRefreshedNames(): void {
  const language = useLanguage();
  const before = useRef(language);
  useEffect(() => {
    if (before.current === language) return;
    before.current = language;
    void queryClient.invalidateQueries();
  }, [language]);
}

/**
 * `Ctrl+K` searches everything, `/` on the page if it has its own search, `?` opens help for the current page; the
 * last two only outside text fields.
 */
function useShellKeys(open: (overlay: Overlay) => void): void {
  useKeyDown((event) => {
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
      open('help');
    }
  });
}
